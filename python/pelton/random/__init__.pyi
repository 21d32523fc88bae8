"""Types of pelton.random. Made by `dev.py stubs`; do not edit."""

from . import experimental as experimental
from pelton._core.ops import random_shuffle as shuffle
from pelton.ops.nn.candidates import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from pelton.ops.nn.candidates import uniform_candidate_sampler as uniform_candidate_sampler
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
from pelton.random.truncated import stateless_parameterized_truncated_normal as stateless_parameterized_truncated_normal
