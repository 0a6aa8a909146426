"""Sign-in, sign-out and passwords: the pages of allauth that people of an invited-only product need."""

from allauth.account import views
from django.urls import path

from evalhub.accounts.access import public
from evalhub.accounts.forms import SignInForm
from evalhub.accounts.views.passwords import password_change, password_reset, password_reset_confirm

urlpatterns = [
    path("login/", public(views.LoginView.as_view(form_class=SignInForm)), name="account_login"),
    path("logout/", public(views.logout), name="account_logout"),
    path("inactive/", public(views.account_inactive), name="account_inactive"),
    path("password/change/", password_change, name="account_change_password"),
    path("password/reset/", password_reset, name="account_reset_password"),
    path("password/reset/<str:uidb64>/<str:token>/", password_reset_confirm, name="password_reset_confirm"),
]
