"""``tf.random.experimental``: the older names of what ``tf.random`` has, and a shuffle by seed."""

from pelton.names.named_refusals import name_refusals as _name_refusals
from pelton.random.algorithm import Algorithm as Algorithm
from pelton.random.generator import Generator as Generator
from pelton.random.generator import create_rng_state as create_rng_state
from pelton.random.generator import get_global_generator as get_global_generator
from pelton.random.generator import set_global_generator as set_global_generator
from pelton.random.stateless import fold_in as stateless_fold_in  # noqa: F401
from pelton.random.stateless import split as stateless_split  # noqa: F401
from pelton.random.stateless import stateless_shuffle as stateless_shuffle

_name_refusals(__name__, keeps_stated=True)
