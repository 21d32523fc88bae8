"""Records what random pipelines of further transformations give: `record_keras.py
further_pipelines`."""

import sys
import tempfile

from recorded.data.further_pipelines import COUNT, code_of, write_files
from recorded.data.record_random_pipelines import describe, digests_by_children
from recorded.fact_file import write_facts
from recorded.recorder import made_by, tf


def main():
    found = digests_by_children(__spec__.name, COUNT, code_of)
    about = made_by("data/record_further_pipelines.py")
    write_facts("data/further_pipelines", about, {"digests": found})


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        with tempfile.TemporaryDirectory() as folder:
            describe(range(int(sys.argv[1]), COUNT), code_of, write_files(tf, folder))
    else:
        main()
