"""How languages write numbers and dates, where Django's own way is not ours."""
