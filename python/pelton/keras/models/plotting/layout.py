"""Owns where boxes stand: in ranks by their distance from the inputs, ordered so that arrows cross
little, with bends of arrows beside the boxes that they pass."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

GAP, RANK_GAP, BEND_WIDTH = 24.0, 40.0, 8.0  # points, of 1/72 inch
_SWEEPS = 4


@dataclass
class Layout:
    """Centres of the boxes, the points that each arrow goes through, and the size of it all."""

    centres: list[tuple[float, float]]
    paths: list[list[tuple[float, float]]]
    width: float
    height: float


def _ranks(count: int, arrows: list[tuple[int, int]]) -> list[int]:
    """The longest way to each box; arrows go from what stands before to what stands after."""
    rank = [0] * count
    for _ in range(count):
        changed = False
        for source, target in arrows:
            if rank[target] <= rank[source]:
                rank[target], changed = rank[source] + 1, True
        if not changed:
            break
    return rank


def _with_bends(
    rank: list[int], arrows: list[tuple[int, int]]
) -> tuple[list[int], list[list[int]]]:
    """Ranks with those of bends after those of the boxes; arrows as chains, rank by rank."""
    ranks, chains = list(rank), []
    for source, target in arrows:
        chain = [source]
        for between in range(rank[source] + 1, rank[target]):
            chain.append(len(ranks))
            ranks.append(between)
        chains.append([*chain, target])
    return ranks, chains


def _ordered(ranks: list[int], chains: list[list[int]]) -> list[list[int]]:
    """The places of each rank from left to right, each near those that it is joined to."""
    rows: list[list[int]] = [[] for _ in range(max(ranks) + 1)]
    for place, rank in enumerate(ranks):
        rows[rank].append(place)
    joined: dict[int, list[int]] = {place: [] for place in range(len(ranks))}
    for chain in chains:
        for one, other in pairwise(chain):
            joined[one].append(other)
            joined[other].append(one)
    for sweep in range(_SWEEPS):
        side = -1 if sweep % 2 == 0 else 1
        for number in range(len(rows))[::-side]:
            if not 0 <= number + side < len(rows):
                continue
            at = {place: i for i, place in enumerate(rows[number + side])}
            own = {place: i for i, place in enumerate(rows[number])}
            means = {}
            for place in rows[number]:
                near = [at[other] for other in joined[place] if other in at]
                means[place] = sum(near) / len(near) if near else own[place]
            rows[number].sort(key=lambda place: (means[place], own[place]))
    return rows


def _spread(row: list[int], wanted: list[float], widths: list[float]) -> None:
    """Moves the places of a row apart, keeping their mean, until none overlaps."""
    for one, other in pairwise(row):
        least = wanted[one] + (widths[one] + widths[other]) / 2 + GAP
        wanted[other] = max(wanted[other], least)


def _across(rows: list[list[int]], chains: list[list[int]], widths: list[float]) -> list[float]:
    """Where each place is across the ranks."""
    near: dict[int, list[int]] = {}
    for chain in chains:
        for one, other in pairwise(chain):
            near.setdefault(other, []).append(one)
    x = [0.0] * len(widths)
    for row in rows:
        before = []
        for place in row:
            above = near.get(place, [])
            x[place] = sum(x[one] for one in above) / len(above) if above else 0.0
            before.append(x[place])
        _spread(row, x, widths)
        shift = sum(x[place] - was for place, was in zip(row, before, strict=True)) / len(row)
        for place in row:
            x[place] -= shift
    least = min(place_x - width / 2 for place_x, width in zip(x, widths, strict=True))
    return [place_x - least for place_x in x]


def _path(
    chain: list[int], x: list[float], y: list[float], half: list[float], lies: bool
) -> list[tuple[float, float]]:
    """The points of an arrow: where its first box ends, both sides of each bend, the last box."""
    points = []
    for place in chain:
        before, after = (x[place], y[place] - half[place]), (x[place], y[place] + half[place])
        points += [before] * (place != chain[0]) + [after] * (place != chain[-1])
    return [(b, a) if lies else (a, b) for a, b in points]


def _along(rows: list[list[int]], depths: list[float], count: int) -> tuple[list[float], float]:
    """Where each place is along the ranks, and the end of the last; bends pass all of a rank."""
    y, top = [0.0] * len(depths), 0.0
    for row in rows:
        depth = max(depths[place] for place in row)
        for place in row:
            y[place] = top + depth / 2
            depths[place] = depths[place] if place < count else depth
        top += depth + RANK_GAP
    return y, top - RANK_GAP


def layout(sizes: list[tuple[float, float]], arrows: list[tuple[int, int]], rankdir: str) -> Layout:
    """Places boxes of these (width, height); `rankdir` is TB, BT, LR or RL."""
    if not sizes:
        return Layout([], [], 0.0, 0.0)
    lies = rankdir in ("LR", "RL")
    count = len(sizes)
    ranks, chains = _with_bends(_ranks(count, arrows), arrows)
    widths = [size[1] if lies else size[0] for size in sizes]
    depths = [size[0] if lies else size[1] for size in sizes]
    widths += [BEND_WIDTH] * (len(ranks) - count)
    depths += [0.0] * (len(ranks) - count)
    rows = _ordered(ranks, chains)
    x = _across(rows, chains, widths)
    y, height = _along(rows, depths, count)
    width = max(x[place] + widths[place] / 2 for place in range(len(ranks)))
    if rankdir in ("BT", "RL"):
        y = [height - one for one in y]
    turn = -1.0 if rankdir in ("BT", "RL") else 1.0
    half = [turn * depth / 2 for depth in depths]
    paths = [_path(chain, x, y, half, lies) for chain in chains]
    centres = [(y[i], x[i]) if lies else (x[i], y[i]) for i in range(count)]
    return Layout(centres, paths, height if lies else width, width if lies else height)
