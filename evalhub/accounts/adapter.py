"""How people come in: by invitation only."""

from allauth.account.adapter import DefaultAccountAdapter


class InvitedOnly(DefaultAccountAdapter):
    def is_open_for_signup(self, request):
        return False
