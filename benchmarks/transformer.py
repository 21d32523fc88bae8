"""A transformer block (d256, 4 heads, 128 positions, feed-forward 1024, batch 32), against peers.

Target: at most 1/1.5 of the best peer's time.
"""

from step_loops import compare_steps, options_of

WAYS = {
    "pelton function": ("pelton", ["function"]),
    "pelton tape": ("pelton", ["eager"]),
    "tensorflow function": ("tensorflow", ["function"]),
    "torch eager": ("torch", ["eager"]),
}

if __name__ == "__main__":
    options = options_of(__doc__, steps=5, rounds=5)
    compare_steps(
        "transformer",
        "a transformer block",
        "transformer_job.py",
        WAYS,
        options,
        "ms",
        "1/1.5 of the best's",
    )
