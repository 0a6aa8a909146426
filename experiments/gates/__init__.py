"""Gates: conditions that an evaluation must meet, such as `faithfulness.mean >= baseline - 0.02`.

`expression` reads a gate, `decision` says what becomes of it from the figures of an evaluation and of its baseline:
passed, failed, or undecided, with the reason. Both are pure.
"""
