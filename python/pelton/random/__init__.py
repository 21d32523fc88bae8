"""``tf.random``: draws from Philox 4x32-10 that a seed makes reproducible.

``stateful`` draws from the process's stream, ``stateless`` from the stream that a seed names, and a
``Generator`` from one that it keeps.
"""

from pelton._core.ops import random_shuffle as shuffle
from pelton.names.named_refusals import name_refusals as _name_refusals
from pelton.ops.nn.candidates import all_candidate_sampler as all_candidate_sampler
from pelton.ops.nn.candidates import (
    fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler,
)
from pelton.ops.nn.candidates import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from pelton.ops.nn.candidates import uniform_candidate_sampler as uniform_candidate_sampler
from pelton.random import experimental as experimental
from pelton.random.algorithm import Algorithm as Algorithm
from pelton.random.generator import Generator as Generator
from pelton.random.generator import create_rng_state as create_rng_state
from pelton.random.generator import get_global_generator as get_global_generator
from pelton.random.generator import set_global_generator as set_global_generator
from pelton.random.stateful import categorical as categorical
from pelton.random.stateful import gamma as gamma
from pelton.random.stateful import normal as normal
from pelton.random.stateful import poisson as poisson
from pelton.random.stateful import set_seed as set_seed
from pelton.random.stateful import truncated_normal as truncated_normal
from pelton.random.stateful import uniform as uniform
from pelton.random.stateless import fold_in as fold_in
from pelton.random.stateless import split as split
from pelton.random.stateless import stateless_binomial as stateless_binomial
from pelton.random.stateless import stateless_categorical as stateless_categorical
from pelton.random.stateless import stateless_gamma as stateless_gamma
from pelton.random.stateless import stateless_normal as stateless_normal
from pelton.random.stateless import stateless_poisson as stateless_poisson
from pelton.random.stateless import stateless_truncated_normal as stateless_truncated_normal
from pelton.random.stateless import stateless_uniform as stateless_uniform
from pelton.random.truncated import (
    stateless_parameterized_truncated_normal as stateless_parameterized_truncated_normal,
)

_name_refusals(__name__)
