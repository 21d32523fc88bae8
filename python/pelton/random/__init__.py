"""``tf.random``: draws from Philox 4x32-10 that a seed makes reproducible.

``stateful`` draws from the process's stream, ``stateless`` from the stream that a seed names, and a
``Generator`` from one that it keeps.
"""

from pelton._core.ops import random_shuffle as shuffle
from pelton.names.lazy_names import lazy_names as _lazy_names

_names, __getattr__, __dir__ = _lazy_names(
    __name__,
    {
        "pelton.ops.nn.candidates": "all_candidate_sampler fixed_unigram_candidate_sampler "
        "log_uniform_candidate_sampler uniform_candidate_sampler",
        "pelton.random.algorithm": "Algorithm",
        "pelton.random.generator": "Generator create_rng_state get_global_generator "
        "set_global_generator",
        "pelton.random.stateful": "categorical gamma normal poisson set_seed truncated_normal "
        "uniform",
        "pelton.random.stateless": "fold_in split stateless_binomial stateless_categorical "
        "stateless_gamma stateless_normal stateless_poisson stateless_truncated_normal "
        "stateless_uniform",
        "pelton.random.truncated": "stateless_parameterized_truncated_normal",
    },
    modules="experimental",
)
__all__ = sorted([*_names, "shuffle"])
