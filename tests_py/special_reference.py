"""Special functions by other ways than the engine's: sums, integrals, Newton's method."""

import math
import statistics

import numpy as np

BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730)  # B2, B4, ...


def elementwise(function):
    """The function of numbers as one of arrays, whose dtype its result has."""

    def of_arrays(*arrays):
        wide = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in arrays))
        out = np.array([function(*xs) for xs in zip(*(a.flat for a in wide), strict=True)])
        return out.reshape(wide[0].shape).astype(arrays[0].dtype)

    return of_arrays


def integral(f, low, high):
    """By tanh-sinh quadrature; `f` of distances from `low`, which it may be singular at."""
    steps = np.arange(-4.6, 4.6, 1 / 32)
    turn = np.pi / 2 * np.sinh(steps)
    share = 1 / (1 + np.exp(-2 * turn))  # of the way from low to high
    weights = np.pi / 2 * np.cosh(steps) * 2 * share * (1 - share) / 32
    return math.fsum(f((high - low) * share) * weights * (high - low))


@elementwise
def digamma(x):
    if x < 0.5:
        return float(digamma(np.float64(1 - x))) - math.pi / math.tan(math.pi * x)
    shift = sum(1 / (x + k) for k in range(30))
    x += 30
    series = sum(b / (2 * k * x ** (2 * k)) for k, b in enumerate(BERNOULLI[:4], 1))
    return math.log(x) - 1 / (2 * x) - series - shift


@elementwise
def zeta(s, q):
    head = math.fsum((q + k) ** -s for k in range(40))
    q += 40
    tail = q ** (1 - s) / (s - 1) + q**-s / 2 + s * q ** (-s - 1) / 12
    tail -= s * (s + 1) * (s + 2) * q ** (-s - 3) / 720
    return head + tail + math.prod(s + k for k in range(5)) * q ** (-s - 5) / 30240


@elementwise
def polygamma(n, x):
    n = round(n)
    if n == 0:
        return float(digamma(np.float64(x)))
    return (-1) ** (n + 1) * math.factorial(n) * float(zeta(np.float64(n + 1), np.float64(x)))


lgamma = elementwise(math.lgamma)
erfc = elementwise(math.erfc)
ndtri = elementwise(statistics.NormalDist().inv_cdf)


@elementwise
def erfinv(y):
    x = statistics.NormalDist().inv_cdf((1 + y) / 2) / math.sqrt(2)
    for _ in range(2):
        x -= (math.erf(x) - y) * math.sqrt(math.pi) / 2 * math.exp(x * x)
    return x


def bessel(n, scaled):
    """I_n by the mean of its integrand over the circle; `scaled` by exp(-|x|)."""
    angles = 2 * np.pi * np.arange(128) / 128

    @elementwise
    def of(x):
        grown = np.exp(x * np.cos(angles) - (abs(x) if scaled else 0))
        return math.fsum(grown * np.cos(n * angles)) / 128

    return of


@elementwise
def igamma(a, x):
    return integral(lambda t: t ** (a - 1) * np.exp(-t), 0, x) / math.gamma(a)


def igammac(a, x):
    return (1 - igamma(a.astype(np.float64), x)).astype(a.dtype)


@elementwise
def igamma_grad_a(a, x):
    slope = integral(lambda t: t ** (a - 1) * np.exp(-t) * np.log(t), 0, x)
    whole = float(igamma(np.float64(a), np.float64(x)))
    return slope / math.gamma(a) - whole * float(digamma(np.float64(a)))


@elementwise
def random_gamma_grad(a, x):
    density = x ** (a - 1) * math.exp(-x) / math.gamma(a)
    return -float(igamma_grad_a(np.float64(a), np.float64(x))) / density


@elementwise
def betainc(a, b, x):
    beta = math.gamma(a) * math.gamma(b) / math.gamma(a + b)
    return integral(lambda t: t ** (a - 1) * (1 - t) ** (b - 1), 0, x) / beta


def bessel_j(n):
    return elementwise(
        lambda x: integral(lambda t: np.cos(n * t - x * np.sin(t)), 0, math.pi) / math.pi
    )


def bessel_y(n):
    """Of order 0 by an integral, of order 1 minus that one's slope."""

    def of_turn(x, t):
        logs = np.euler_gamma + np.log(2 * x * np.sin(t) ** 2)
        if n == 0:
            return np.cos(x * np.cos(t)) * logs
        return np.cos(t) * np.sin(x * np.cos(t)) * logs - np.cos(x * np.cos(t)) / x

    return elementwise(lambda x: 4 / math.pi**2 * integral(lambda t: of_turn(x, t), 0, math.pi / 2))


def bessel_k(n, scaled):
    def of_number(x):
        return integral(lambda t: np.exp(x * (scaled - np.cosh(t))) * np.cosh(n * t), 0, 9)

    return elementwise(of_number)


expint = elementwise(
    lambda x: np.euler_gamma + math.log(x) + integral(lambda t: np.expm1(x * t) / t, 0, 1)
)
dawsn = elementwise(lambda x: x * integral(lambda t: np.exp(x * x * (t * t - 1)), 0, 1))
fresnel_sin = elementwise(lambda x: integral(lambda t: np.sin(math.pi / 2 * t * t), 0, x))
fresnel_cos = elementwise(lambda x: integral(lambda t: np.cos(math.pi / 2 * t * t), 0, x))
spence = elementwise(lambda x: -integral(lambda t: np.log1p((x - 1) * t) / t, 0, 1))
