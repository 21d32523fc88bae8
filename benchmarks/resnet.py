"""A residual network (ResNet-18 on 32x32, batch 128) whose step is a tf.function, against peers.

Target: at most 1/1.3 of the best peer's time.
"""

from step_loops import compare_steps, options_of

WAYS = {
    "pelton function": ("pelton", []),
    "tensorflow function": ("tensorflow", []),
    "torch eager": ("torch", []),
}

if __name__ == "__main__":
    options = options_of(__doc__, steps=3, rounds=3)
    compare_steps(
        "resnet", "a residual network", "resnet_job.py", WAYS, options, "ms", "1/1.3 of the best's"
    )
