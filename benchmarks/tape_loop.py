"""A training loop of one's own, eager: an MLP 784-128-10 under GradientTape, batch 64, Adam.

Target: at most a third of torch's time.
"""

from step_loops import compare_steps, options_of

WAYS = {name: (name, []) for name in ("pelton", "torch", "tensorflow")}

if __name__ == "__main__":
    options = options_of(__doc__, steps=200, rounds=5)
    compare_steps(
        "tape_loop", "an MLP, eager", "tape_job.py", WAYS, options, target="1/3 of torch's"
    )
