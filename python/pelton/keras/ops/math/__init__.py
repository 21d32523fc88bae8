"""Keras's further ops of numbers: segments, top_k, Fourier transforms."""

from pelton.keras.ops.linalg.systems import logdet as logdet
from pelton.keras.ops.math.distances import cdist as cdist
from pelton.keras.ops.math.distances import view_as_complex as view_as_complex
from pelton.keras.ops.math.distances import view_as_real as view_as_real
from pelton.keras.ops.math.ranking import in_top_k as in_top_k
from pelton.keras.ops.math.ranking import top_k as top_k
from pelton.keras.ops.math.segments import segment_max as segment_max
from pelton.keras.ops.math.segments import segment_min as segment_min
from pelton.keras.ops.math.segments import segment_prod as segment_prod
from pelton.keras.ops.math.segments import segment_sum as segment_sum
from pelton.keras.ops.math.signals import extract_sequences as extract_sequences
from pelton.keras.ops.math.signals import fft as fft
from pelton.keras.ops.math.signals import fft2 as fft2
from pelton.keras.ops.math.signals import ifft2 as ifft2
from pelton.keras.ops.math.signals import irfft as irfft
from pelton.keras.ops.math.signals import istft as istft
from pelton.keras.ops.math.signals import rfft as rfft
from pelton.keras.ops.math.signals import stft as stft
from pelton.keras.ops.math.special import erf as erf
from pelton.keras.ops.math.special import erfc as erfc
from pelton.keras.ops.math.special import erfinv as erfinv
from pelton.keras.ops.math.special import logsumexp as logsumexp
from pelton.keras.ops.math.special import rsqrt as rsqrt
