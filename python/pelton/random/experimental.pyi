"""Types of pelton.random.experimental. Made by `dev.py stubs`; do not edit."""

from pelton.random.algorithm import Algorithm as Algorithm
from pelton.random.generator import Generator as Generator
from pelton.random.generator import create_rng_state as create_rng_state
from pelton.random.generator import get_global_generator as get_global_generator
from pelton.random.generator import set_global_generator as set_global_generator
from pelton.random.stateless import fold_in as stateless_fold_in
from pelton.random.stateless import split as stateless_split
from pelton.random.stateless import stateless_shuffle as stateless_shuffle
