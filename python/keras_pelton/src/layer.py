"""Owns what a layer has on Pelton beside what Keras gives it: nothing so far."""


class PeltonLayer:
    """The mixin that Keras derives its Layer from."""
