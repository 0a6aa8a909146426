"""Sign-in, sign-out and password change: the pages of allauth that people of an invited-only product need."""

from allauth.account import views
from django.urls import path

from evalhub.accounts.access import public
from evalhub.accounts.forms import SignInForm
from evalhub.accounts.views.passwords import password_change

urlpatterns = [
    path("login/", public(views.LoginView.as_view(form_class=SignInForm)), name="account_login"),
    path("logout/", public(views.logout), name="account_logout"),
    path("inactive/", public(views.account_inactive), name="account_inactive"),
    path("password/change/", password_change, name="account_change_password"),
]
