"""``keras.random``: draws that an integer, a SeedGenerator or the global one decides."""

from pelton.keras.missing_names import lookup as _lookup
from pelton.names.lazy_names import lazy_names as _lazy_names

__all__, __getattr__, __dir__ = _lazy_names(
    __name__,
    {
        "pelton.keras.random.by_rejection": "beta binomial gamma",
        "pelton.keras.random.draws": "categorical dropout normal randint shuffle truncated_normal "
        "uniform",
        "pelton.keras.random.seed_generator": "SeedGenerator",
    },
    _lookup(__name__),
)
