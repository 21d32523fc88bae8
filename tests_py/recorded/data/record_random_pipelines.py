"""Records what random pipelines give: `record_keras.py random_pipelines`.

Children describe them, for TensorFlow itself crashes in some: those are recorded as null."""

import subprocess
import sys

from recorded.code_facts import error_entry
from recorded.data.pipeline_facts import described, digest
from recorded.data.random_pipelines import COUNT, START, code_of
from recorded.fact_file import write_facts
from recorded.recorder import made_by, np, tf


def digest_of(number):
    scope = {"tf": tf, "np": np}
    exec(START, scope)
    tf.random.set_seed(None)
    return digest(described(lambda: eval(code_of(number), scope), error_entry))


def describe_from(first):
    """Prints the digest of each pipeline from `first` on."""
    tf.autograph.set_verbosity(0)
    for number in range(first, COUNT):
        print(number, digest_of(number), flush=True)


def main():
    digests = []
    while len(digests) < COUNT:
        command = [sys.executable, "-m", __spec__.name, str(len(digests))]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        lines = [line.split() for line in done.stdout.splitlines()]
        digests += [words[1] for words in lines if words and words[0].isdigit()]
        if len(digests) < COUNT:
            print(f"TensorFlow crashes in {len(digests)}: {code_of(len(digests))}", file=sys.stderr)
            digests.append(None)
    write_facts(
        "data/random_pipelines", made_by("data/record_random_pipelines.py"), {"digests": digests}
    )


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        describe_from(int(sys.argv[1]))
    else:
        main()
