"""Owns ``python -m pelton.compat``: what of a script would fail, told before it runs."""
