"""The arguments that the contestants of `nets.py` share."""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def arguments():
    """Returns the options that every contestant understands."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--net", required=True)
    parser.add_argument("--steps", type=int, default=50, help="batches per turn")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--layout", choices=("nchw", "channels_last"), default="nchw")
    parser.add_argument("--jit", action="store_true", help="TensorFlow: jit_compile")
    parser.add_argument("--compile", action="store_true", help="torch: torch.compile")
    return parser.parse_args()
