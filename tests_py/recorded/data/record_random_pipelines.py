"""Records what random pipelines give: `record_keras.py random_pipelines`.

Children describe them, for TensorFlow itself crashes in some: those are recorded as null."""

import subprocess
import sys

from recorded.code_facts import error_entry
from recorded.data.pipeline_facts import described, digest
from recorded.data.random_pipelines import COUNT, START, code_of
from recorded.fact_file import write_facts
from recorded.recorder import made_by, np, tf


def describe(numbers, code_of, names):
    """Prints the digest of each pipeline, whose code may use these names."""
    tf.autograph.set_verbosity(0)
    for number in numbers:
        scope = {"tf": tf, "np": np, **names}
        exec(START, scope)
        tf.random.set_seed(None)
        found = digest(described(lambda: eval(code_of(number), scope), error_entry))  # noqa: B023
        print(number, found, flush=True)


def digests_by_children(module, count, code_of):
    """What children of this module print for each pipeline; None where TensorFlow crashes."""
    digests = []
    while len(digests) < count:
        command = [sys.executable, "-m", module, str(len(digests))]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        lines = [line.split() for line in done.stdout.splitlines()]
        digests += [words[1] for words in lines if words and words[0].isdigit()]
        if len(digests) < count:
            print(f"TensorFlow crashes in {len(digests)}: {code_of(len(digests))}", file=sys.stderr)
            digests.append(None)
    return digests


def main():
    found = digests_by_children(__spec__.name, COUNT, code_of)
    about = made_by("data/record_random_pipelines.py")
    write_facts("data/random_pipelines", about, {"digests": found})


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        describe(range(int(sys.argv[1]), COUNT), code_of, {})
    else:
        main()
