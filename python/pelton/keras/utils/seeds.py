"""One call that seeds Python's, NumPy's and Pelton's random numbers."""

_NUMPY_LIMIT = 2**32


def set_random_seed(seed: int) -> None:
    """Seed `random`, `numpy.random` and `pelton.random`; `seed` is an int in [0, 2**32).

    Nothing is seeded when `seed` is refused (ValueError, as in Keras and NumPy)."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise ValueError(
            "set_random_seed: expected `seed` to be an integer. "
            f"Received: seed={seed} (of type {type(seed)})"
        )
    if not 0 <= seed < _NUMPY_LIMIT:
        raise ValueError(f"set_random_seed: seed must be in [0, 2**32), received seed={seed}")
    import random

    import numpy as np

    import pelton
    from pelton.keras.random.seed_generator import forget_global
    from pelton.random import process_seed

    random.seed(seed)
    np.random.seed(seed)
    pelton.random.set_seed(seed)
    process_seed.layers_follow_python()
    forget_global()


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
