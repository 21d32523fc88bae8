"""Rounding errors of 3x3 convolutions by default as multiples of those by the definition.

Root mean square errors beside float64, for the shapes and inputs of tests_py/conv_passes.
"""

import pathlib
import sys

from machine import describe

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests_py"))


def main():
    """Prints a line per shape and kind of input, and the largest ratio of each pass."""
    from conv_passes import INPUTS, SHAPES, errors

    print(describe()["cpu"])
    print(f"{'shape':34} {'input':12} {'output':>8} {'input gradient':>15} {'filter gradient':>16}")
    worst = [0.0, 0.0, 0.0]
    for shape in SHAPES:
        for kind in INPUTS:
            ratios = [default / direct for default, direct in errors(shape, kind)]
            worst = [max(pair) for pair in zip(worst, ratios, strict=True)]
            print(f"{shape!s:34} {kind:12} {ratios[0]:8.2f} {ratios[1]:15.2f} {ratios[2]:16.2f}")
    print(f"{'largest':47} {worst[0]:8.2f} {worst[1]:15.2f} {worst[2]:16.2f}")


if __name__ == "__main__":
    main()
