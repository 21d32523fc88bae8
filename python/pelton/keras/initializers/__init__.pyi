"""Types of pelton.keras.initializers. Made by `dev.py stubs`; do not edit."""

from pelton._core.initializers import Constant as Constant
from pelton._core.initializers import Constant as constant
from pelton._core.initializers import GlorotNormal as GlorotNormal
from pelton._core.initializers import GlorotNormal as glorot_normal
from pelton._core.initializers import GlorotUniform as GlorotUniform
from pelton._core.initializers import GlorotUniform as glorot_uniform
from pelton._core.initializers import HeNormal as HeNormal
from pelton._core.initializers import HeNormal as he_normal
from pelton._core.initializers import HeUniform as HeUniform
from pelton._core.initializers import HeUniform as he_uniform
from pelton._core.initializers import Identity as Identity
from pelton._core.initializers import Identity as IdentityInitializer
from pelton._core.initializers import Identity as identity
from pelton._core.initializers import Identity as identity_initializer
from pelton._core.initializers import Initializer as Initializer
from pelton._core.initializers import LecunNormal as LecunNormal
from pelton._core.initializers import LecunNormal as lecun_normal
from pelton._core.initializers import LecunUniform as LecunUniform
from pelton._core.initializers import LecunUniform as lecun_uniform
from pelton._core.initializers import Ones as Ones
from pelton._core.initializers import Ones as ones
from pelton._core.initializers import Orthogonal as Orthogonal
from pelton._core.initializers import Orthogonal as OrthogonalInitializer
from pelton._core.initializers import Orthogonal as orthogonal
from pelton._core.initializers import Orthogonal as orthogonal_initializer
from pelton._core.initializers import RandomNormal as RandomNormal
from pelton._core.initializers import RandomNormal as random_normal
from pelton._core.initializers import RandomUniform as RandomUniform
from pelton._core.initializers import RandomUniform as random_uniform
from pelton._core.initializers import TruncatedNormal as TruncatedNormal
from pelton._core.initializers import TruncatedNormal as truncated_normal
from pelton._core.initializers import VarianceScaling as VarianceScaling
from pelton._core.initializers import VarianceScaling as variance_scaling
from pelton._core.initializers import Zeros as Zeros
from pelton._core.initializers import Zeros as zeros
from pelton.keras.initializers.short_time_fourier import STFT as STFT
from pelton.keras.initializers.short_time_fourier import STFT as STFTInitializer
from pelton.keras.initializers.short_time_fourier import STFT as stft
from typing import Any

def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(initializer: Any) -> dict[str, Any]: ...
