"""Requests and attempts: claim what is due, build the call, send it, record the result, schedule what follows.

`actions.dispatcher.run` is the loop of a worker; `actions.attempts` writes each try before it is sent.
"""
