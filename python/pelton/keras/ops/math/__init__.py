"""Keras's further ops of numbers: segments, top_k, Fourier transforms."""

from pelton.keras.ops.math.ranking import in_top_k as in_top_k
from pelton.keras.ops.math.ranking import top_k as top_k
from pelton.keras.ops.math.segments import segment_max as segment_max
from pelton.keras.ops.math.segments import segment_min as segment_min
from pelton.keras.ops.math.segments import segment_prod as segment_prod
from pelton.keras.ops.math.segments import segment_sum as segment_sum
from pelton.keras.ops.math.special import erf as erf
from pelton.keras.ops.math.special import erfc as erfc
from pelton.keras.ops.math.special import erfinv as erfinv
from pelton.keras.ops.math.special import logsumexp as logsumexp
from pelton.keras.ops.math.special import rsqrt as rsqrt
