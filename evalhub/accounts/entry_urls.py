"""Sign-in, sign-out and passwords: the pages of allauth that people of an invited-only product need."""

import math

from allauth.account import views
from django.urls import path

from evalhub.accounts.access import public
from evalhub.accounts.forms import SignInForm
from evalhub.accounts.views.passwords import password_change, password_reset, password_reset_confirm


class SignIn(views.LoginView):
    """The form again with 429 for who has to wait, so that a proxy or a monitor sees an attack."""

    form_class = SignInForm

    def form_invalid(self, form):
        response = super().form_invalid(form)
        if seconds := getattr(self.request, "sign_in_wait_seconds", 0):
            response.status_code = 429
            response["Retry-After"] = str(math.ceil(seconds))
        return response


urlpatterns = [
    path("login/", public(SignIn.as_view()), name="account_login"),
    path("logout/", public(views.logout), name="account_logout"),
    path("inactive/", public(views.account_inactive), name="account_inactive"),
    path("password/change/", password_change, name="account_change_password"),
    path("password/reset/", password_reset, name="account_reset_password"),
    path("password/reset/<str:uidb64>/<str:token>/", password_reset_confirm, name="password_reset_confirm"),
]
