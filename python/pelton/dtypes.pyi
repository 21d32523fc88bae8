"""Types of pelton.dtypes. Made by `dev.py stubs`; do not edit."""

from pelton._core import DType as DType
from pelton._core import as_dtype as as_dtype

bfloat16: DType
bool: DType
complex128: DType
complex64: DType
double: DType
float16: DType
float32: DType
float64: DType
half: DType
int16: DType
int32: DType
int64: DType
int8: DType
string: DType
uint16: DType
uint32: DType
uint64: DType
uint8: DType
