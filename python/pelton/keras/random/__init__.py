"""``keras.random``: draws that an integer, a SeedGenerator or the global one decides."""

from pelton.keras.missing_names import lookup as _lookup
from pelton.keras.random.by_rejection import beta as beta
from pelton.keras.random.by_rejection import binomial as binomial
from pelton.keras.random.by_rejection import gamma as gamma
from pelton.keras.random.draws import categorical as categorical
from pelton.keras.random.draws import dropout as dropout
from pelton.keras.random.draws import normal as normal
from pelton.keras.random.draws import randint as randint
from pelton.keras.random.draws import shuffle as shuffle
from pelton.keras.random.draws import truncated_normal as truncated_normal
from pelton.keras.random.draws import uniform as uniform
from pelton.keras.random.seed_generator import SeedGenerator as SeedGenerator
from pelton.names.named_refusals import name_refusals as _name_refusals

__getattr__ = _lookup(__name__)
_name_refusals(__name__)
