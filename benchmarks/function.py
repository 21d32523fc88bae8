"""The same training step with and without tf.function: an MLP 784-128-10, batch 64, Adam."""

from step_loops import compare_steps, options_of

WAYS = {
    "pelton function": ("pelton", ["function"]),
    "pelton eager": ("pelton", []),
    "tensorflow function": ("tensorflow", ["function"]),
    "torch eager": ("torch", []),
}

if __name__ == "__main__":
    options = options_of(__doc__, steps=200, rounds=5)
    compare_steps("function", "an MLP", "tape_job.py", WAYS, options)
