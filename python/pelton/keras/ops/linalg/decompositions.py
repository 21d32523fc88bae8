"""Owns decompositions into orthogonal factors: qr by reflections, svd and eigh by rotations.

Rotations follow Jacobi: a round turns disjoint pairs of columns at once, a sweep all pairs."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert_as, floating, missing, scalar
from pelton.keras.ops.linalg.triangular import square_matrix, transposed
from pelton.user_gradient import custom_gradient as _custom_gradient

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike

_MOST_SWEEPS = 12


def qr(x: TensorLike, mode: str = "reduced") -> tuple[Tensor, Tensor]:
    """Q with orthonormal columns and upper triangular R, Q R = x [..., m, n].

    "reduced": [..., m, k] and [..., k, n], k the smaller of m and n; "complete": [..., m, m] and
    [..., m, n]."""
    if mode not in ("reduced", "complete"):
        raise ValueError(
            "`mode` argument value not supported. Expected one of {'reduced', 'complete'}. "
            f"Received: mode={mode}"
        )
    x = floating(x)
    if x.ndim < 2:
        raise ValueError(f"Input should have rank >= 2. Received: input.shape={tuple(x.shape)}")
    rows, columns = x.shape[-2], x.shape[-1]
    unit = _ops.broadcast_to(_ops.eye(rows, None, x.dtype), [*x.shape[:-2], rows, rows])
    q, r = unit, x
    for step in range(min(rows - 1, columns)):
        q, r = _reflected(q, r, step)
    below = _ops.less(_ops.iota(columns, "int32"), _ops.reshape(_ops.iota(rows, "int32"), [-1, 1]))
    r = _ops.where(below, _ops.zeros_like(r), r)
    if mode == "reduced":
        q, r = q[..., : min(rows, columns)], r[..., : min(rows, columns), :]
    return q, r


def _reflected(q: Tensor, r: Tensor, step: int) -> tuple[Tensor, Tensor]:
    """Both after the reflection that clears column `step` of `r` below its diagonal."""
    rows = _ops.reshape(_ops.iota(r.shape[-2], "int32"), [-1, 1])
    column = r[..., step : step + 1]
    column = _ops.where(_ops.less(rows, step), _ops.zeros_like(column), column)
    first = column[..., step : step + 1, :]
    squares = _ops.reduce_sum(_ops.square(column), [-2], True)
    is_zero = _ops.equal(squares, 0.0)
    length = _ops.sqrt(_ops.where(is_zero, _ops.ones_like(squares), squares))
    length = _ops.where(_ops.less(first, 0.0), _ops.negative(length), length)
    is_first = _ops.equal(rows, step)
    axis = _ops.where(is_first, _ops.add(column, length), column)
    factor = _ops.divide(scalar(2.0, r), _ops.reduce_sum(_ops.square(axis), [-2], True))
    factor = _ops.where(is_zero, _ops.zeros_like(factor), factor)
    scaled = _ops.multiply(axis, factor)
    r = _ops.subtract(r, _ops.matmul(scaled, _ops.matmul(axis, r, transpose_a=True)))
    q = _ops.subtract(q, _ops.matmul(_ops.matmul(q, scaled), axis, transpose_b=True))
    return q, r


def _rounds(count: int) -> list[tuple[list[int], list[int]]]:
    """The pairs of a sweep in rounds of disjoint ones, as tournaments are arranged."""
    players: list[int] = list(range(count + count % 2))
    rounds = []
    for _ in range(len(players) - 1):
        half = len(players) // 2
        pairs = zip(players[:half], reversed(players[half:]), strict=True)
        kept = [(min(pair), max(pair)) for pair in pairs if max(pair) < count]
        rounds.append(([a for a, _ in kept], [b for _, b in kept]))
        players = [players[0], players[-1], *players[1:-1]]
    return rounds


def _rotation(count: int, pairs: tuple[list[int], list[int]], cosine: Tensor, sine: Tensor) -> Any:
    """[..., count, count]: the rotation of all pairs, whose angles are [..., pairs]."""
    first = _ops.one_hot(convert_as(pairs[0], "int32"), count, dtype=cosine.dtype)
    second = _ops.one_hot(convert_as(pairs[1], "int32"), count, dtype=cosine.dtype)
    is_still = _ops.subtract(scalar(1.0, cosine), _ops.reduce_sum(first + second, [0]))
    still = _ops.multiply(_ops.eye(count, None, cosine.dtype), is_still)
    turned = _ops.expand_dims(cosine, -2) * transposed(first)
    turned = _ops.matmul(turned, first)
    turned = turned + _ops.matmul(_ops.expand_dims(cosine, -2) * transposed(second), second)
    turned = turned + _ops.matmul(_ops.expand_dims(sine, -2) * transposed(first), second)
    turned = turned - _ops.matmul(_ops.expand_dims(sine, -2) * transposed(second), first)
    return _ops.add(still, turned)


def _angle(a: Tensor, b: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
    """Cosine and sine that make [[a, c], [c, b]] diagonal."""
    is_done = _ops.equal(c, 0.0)
    safe = _ops.where(is_done, _ops.ones_like(c), c)
    ratio = _ops.divide(_ops.subtract(b, a), _ops.multiply(safe, 2.0))
    root = _ops.sqrt(_ops.add(_ops.square(ratio), 1.0))
    sign = _ops.where(_ops.less(ratio, 0.0), -_ops.ones_like(ratio), _ops.ones_like(ratio))
    tangent = _ops.divide(sign, _ops.add(_ops.abs(ratio), root))
    tangent = _ops.where(is_done, _ops.zeros_like(tangent), tangent)
    cosine = _ops.rsqrt(_ops.add(_ops.square(tangent), 1.0))
    return cosine, _ops.multiply(cosine, tangent)


def _is_done(rest: Tensor, whole: Tensor) -> bool:
    """Whether what is left to rotate is below the rounding errors; unknown is no."""
    if _functions.is_symbolic(rest) or _functions.is_tracing():
        return False
    limit = 1e-7 if rest.dtype.name == "float32" else 1e-15
    return bool(_ops.reduce_all(_ops.less_equal(rest, _ops.multiply(whole, limit))))


def eigh(x: TensorLike) -> tuple[Tensor, Tensor]:
    """The rising eigenvalues [..., n] of symmetric `x` [..., n, n]; eigenvectors in columns."""
    found = _custom_gradient(_eigen)(square_matrix(x))
    return found[0], found[1]


def _eigen(x: Tensor) -> Any:
    """Both, and their gradient, which is that of the lower triangle."""
    values, vectors = _turned(x)

    def gradient(of_values: Tensor, of_vectors: Tensor) -> Tensor:
        gap = _ops.subtract(_ops.expand_dims(values, -2), _ops.expand_dims(values, -1))
        mixed = _ops.matmul(vectors, of_vectors, transpose_a=True)
        inner = _ops.divide_no_nan(mixed, gap)
        unit = _ops.eye(x.shape[-1], None, x.dtype)
        inner = _ops.add(inner, _ops.multiply(unit, _ops.expand_dims(of_values, -1)))
        whole = _ops.matmul(_ops.matmul(vectors, inner), vectors, transpose_b=True)
        both = _ops.add(whole, transposed(whole))
        lower = _ops.where(_is_below(x.shape[-1]), both, _ops.zeros_like(both))
        return _ops.add(lower, _ops.multiply(unit, whole))

    return (values, vectors), gradient


def _is_below(count: int) -> Tensor:
    places = _ops.iota(count, "int32")
    return _ops.greater(_ops.reshape(places, [-1, 1]), places)


def _turned(a: Tensor) -> tuple[Tensor, Tensor]:
    """The eigenvalues and eigenvectors, by rotations."""
    from pelton.keras.ops.numpy.diagonals import diagonal

    count = a.shape[-1]
    vectors = _ops.broadcast_to(_ops.eye(count, None, a.dtype), a.shape)
    for _ in range(_MOST_SWEEPS if count > 1 else 0):
        for pairs in _rounds(count):
            line = diagonal(a, 0, -2, -1)
            low, high = (_ops.gather(line, convert_as(p, "int32"), line.ndim - 1) for p in pairs)
            places = convert_as([i * count + j for i, j in zip(*pairs, strict=True)], "int32")
            flat = _ops.reshape(a, [*a.shape[:-2], count * count])
            cosine, sine = _angle(low, high, _ops.gather(flat, places, flat.ndim - 1))
            turn = _rotation(count, pairs, cosine, sine)
            a = _ops.matmul(_ops.matmul(turn, a, transpose_a=True), turn)
            vectors = _ops.matmul(vectors, turn)
        squares = _ops.square(a)
        whole = _ops.sqrt(_ops.reduce_sum(squares, [-2, -1]))
        on = _ops.reduce_sum(_ops.square(diagonal(a, 0, -2, -1)), [-1])
        rest = _ops.sqrt(_ops.relu(_ops.subtract(_ops.square(whole), on)))
        if _is_done(rest, whole * 1e3):
            break
    values = diagonal(a, 0, -2, -1)
    order = missing("argsort")(values, values.ndim - 1)
    return _picked(values, order), _columns(vectors, order)


def _picked(x: Tensor, order: Tensor) -> Tensor:
    """[..., n] in that order."""
    return _ops.batch_gather(x, order, x.ndim - 1) if x.ndim > 1 else _ops.gather(x, order)


def _columns(x: Tensor, order: Tensor) -> Tensor:
    """The columns of [..., m, n] in that order [..., n]."""
    return transposed(
        _ops.batch_gather(transposed(x), order, x.ndim - 2)
        if x.ndim > 2
        else _ops.gather(transposed(x), order)
    )


def _rotated(a: Tensor) -> tuple[Tensor, Tensor]:
    """Columns that are orthogonal, and the rotation that made them of `a` [..., m, n], m >= n."""
    count = a.shape[-1]
    vectors = _ops.broadcast_to(_ops.eye(count, None, a.dtype), [*a.shape[:-2], count, count])
    for _ in range(_MOST_SWEEPS if count > 1 else 0):
        for pairs in _rounds(count):
            first, second = (_ops.gather(a, convert_as(p, "int32"), a.ndim - 1) for p in pairs)
            products = _ops.reduce_sum(_ops.multiply(first, second), [-2])
            low = _ops.reduce_sum(_ops.square(first), [-2])
            high = _ops.reduce_sum(_ops.square(second), [-2])
            turn = _rotation(count, pairs, *_angle(low, high, products))
            a, vectors = _ops.matmul(a, turn), _ops.matmul(vectors, turn)
        gram = _ops.matmul(a, a, transpose_a=True)
        rest = _ops.where(_ops.equal(_ops.eye(count), 1.0), _ops.zeros_like(gram), gram)
        if _is_done(_ops.reduce_max(_ops.abs(rest), [-2, -1]), _ops.reduce_max(gram, [-2, -1])):
            break
    return a, vectors


def svd(x: TensorLike, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    """U, the falling singular values S [..., k] and the transpose of V, U S V' = x [..., m, n].

    `full_matrices`: U and V are square, else they have k columns. Without `compute_uv` S alone."""
    x = floating(x)
    if x.ndim < 2:
        raise ValueError(f"Input should have rank >= 2. Received: input.shape={tuple(x.shape)}")
    if x.shape[-2] < x.shape[-1]:
        found = svd(transposed(x), full_matrices, compute_uv)
        if not compute_uv:
            return found
        return transposed(found[2]), found[1], transposed(found[0])
    turned, vectors = _rotated(x)
    values = _ops.sqrt(_ops.reduce_sum(_ops.square(turned), [-2]))
    order = missing("argsort")(_ops.negative(values), values.ndim - 1)
    values = _picked(values, order)
    if not compute_uv:
        return values
    turned, vectors = _columns(turned, order), _columns(vectors, order)
    left = _basis(turned, values)
    return (left if full_matrices else left[..., : x.shape[-1]]), values, transposed(vectors)


def _basis(columns: Tensor, lengths: Tensor) -> Tensor:
    """[..., m, m]: an orthonormal basis that begins with the orthogonal `columns` [..., m, n]."""
    unit = _ops.divide_no_nan(columns, _ops.expand_dims(lengths, -2))
    q, r = qr(unit, "complete")
    from pelton.keras.ops.numpy.diagonals import diagonal

    signs = diagonal(r, 0, -2, -1)
    signs = _ops.where(_ops.less(signs, 0.0), -_ops.ones_like(signs), _ops.ones_like(signs))
    count = columns.shape[-1]
    first = _ops.multiply(q[..., :count], _ops.expand_dims(signs, -2))
    return _ops.concat([first, q[..., count:]], q.ndim - 1)


def eig(x: TensorLike) -> tuple[Tensor, Tensor]:
    """The complex eigenvalues [..., n] of `x` [..., n, n] and its eigenvectors in columns."""
    x = square_matrix(x)
    if not x.dtype.is_complex:
        x = _ops.cast(x, "complex128" if x.dtype.name == "float64" else "complex64")
    values, vectors = _ops.eig(x)
    return values, vectors
