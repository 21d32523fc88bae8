"""The draws by rejection of single elements, from Philox's words, in Python's own arithmetic."""

import math

import numpy as np

import philox


class Draws:
    """The uniform numbers of one element of a stream."""

    def __init__(self, stream, element):
        start = stream[2] if len(stream) > 2 else 0
        self.stream, self.block, self.left = stream[:2], start + (element << 20), []

    def uniform(self):
        if not self.left:
            words = [int(word) for word in philox.words32(*self.stream, 4, self.block)]
            self.left = [words[2] | words[3] << 32, words[0] | words[1] << 32]
            self.block += 1
        return ((self.left.pop() >> 11) + 0.5) * 2.0**-53

    def normal(self):
        radius = math.sqrt(-2 * math.log(self.uniform()))
        return radius * math.cos(2 * math.pi * self.uniform())


def gamma(draws, alpha):
    boost = draws.uniform() ** (1 / alpha) if alpha < 1 else 1.0
    d = (alpha + 1 if alpha < 1 else alpha) - 1 / 3
    c = 1 / math.sqrt(9 * d)
    while True:
        x = draws.normal()
        u, v = draws.uniform(), (1 + c * x) ** 3
        if v > 0 and math.log(u) < 0.5 * x * x + d - d * v + d * math.log(v):
            return d * v * boost


def poisson(draws, rate):
    if rate < 10:
        product, count = draws.uniform(), 0
        while product > math.exp(-rate):
            product, count = product * draws.uniform(), count + 1
        return count
    root = math.sqrt(rate)
    b = 0.931 + 2.53 * root
    a = -0.059 + 0.02483 * b
    while True:
        u, v = draws.uniform() - 0.5, draws.uniform()
        near = 0.5 - abs(u)
        k = math.floor((2 * a / near + b) * u + rate + 0.43)
        if near >= 0.07 and v <= 0.9277 - 3.6224 / (b - 2):
            return k
        if k < 0 or (near < 0.013 and v > near):
            continue
        drawn = v * (1.1239 + 1.1328 / (b - 3.4)) / (a / near**2 + b)
        if math.log(drawn) <= k * math.log(rate) - rate - math.lgamma(k + 1):
            return k


def few_successes(draws, n, p):
    count, trials = 0, math.ceil(math.log(draws.uniform()) / math.log1p(-p))
    while trials <= n:
        trials += math.ceil(math.log(draws.uniform()) / math.log1p(-p))
        count += 1
    return count


def binomial(draws, n, p):
    if p > 0.5:
        return n - binomial(draws, n, 1 - p)
    if n * p < 10:
        return few_successes(draws, n, p)
    deviation = math.sqrt(n * p * (1 - p))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p
    mode = math.floor((n + 1) * p)
    while True:
        u, v = draws.uniform() - 0.5, draws.uniform()
        near = 0.5 - abs(u)
        k = math.floor((2 * a / near + b) * u + n * p + 0.5)
        if not 0 <= k <= n:
            continue
        if near >= 0.07 and v <= 0.92 - 4.2 / b:
            return k
        drawn = math.log(v * (2.83 + 5.1 / b) * deviation / (a / near**2 + b))
        ways = [math.lgamma(m + 1) + math.lgamma(n - m + 1) for m in (mode, k)]
        if drawn <= ways[0] - ways[1] + (k - mode) * math.log(p / (1 - p)):
            return k


def of_elements(draw, stream, *parameters):
    """`draw` of each element's parameters, as float64."""
    flat = zip(*(np.asarray(p, np.float64).flat for p in parameters), strict=True)
    numbers = [draw(Draws(stream, i), *values) for i, values in enumerate(flat)]
    return np.array(numbers, np.float64).reshape(parameters[0].shape)
