"""What a step of a traced loop costs: tf.while_loop of 1,000 cheap steps, and its gradient.

Targets: at most 1 us per step, and 5 with the gradient.
"""

import argparse

from measure import Report, ratio_of_medians, take_turns
from worker import workers

LIBRARIES = ("pelton", "tensorflow")
LOOPS = {"while_loop": 1.0, "gradient": 5.0, "cond": None, "scan": None}
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}


def main():
    """Measures the libraries in turns and prints microseconds per step."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json")
    options = parser.parse_args()
    report = Report("loops", "time per step of loops inside tf.function", threads=1)
    contestants = {name: (name, "loop_job.py", [name], ENVIRONMENT) for name in LIBRARIES}
    with workers(contestants) as running:
        samples = take_turns(running, options.rounds, report)
    results = report.facts["results"]
    report.table(
        "microseconds per step (least, median of the rounds' minima)",
        ["loop", "target", *samples, "Pelton's time / TensorFlow's"],
        [
            [
                loop,
                target,
                *(
                    f"{results[name][loop]['min'] / 1000:.3g}, "
                    f"{results[name][loop]['median'] / 1000:.3g}"
                    for name in samples
                ),
                ratio_of_medians(samples, loop, "pelton", "tensorflow")
                if "tensorflow" in samples
                else None,
            ]
            for loop, target in LOOPS.items()
        ],
    )
    report.finish(options.json)


if __name__ == "__main__":
    main()
