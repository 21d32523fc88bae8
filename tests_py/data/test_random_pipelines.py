"""Two thousand random pipelines give TensorFlow's texts, cardinalities, elements and errors."""

import numpy as np
import pytest

import pelton as tf
from pelton.random import process_seed
from recorded.code_facts import error_entry
from recorded.data.pipeline_facts import described, digest
from recorded.data.random_pipelines import COUNT, START, code_of
from recorded.fact_file import load_facts

DIGESTS = load_facts("data/random_pipelines")["digests"]
AT_ONCE = 100

# What these give is not TensorFlow's, and why.
DIFFERS = {
    983: "a window after an error gives nothing there; here the error is raised",
    1897: "passes of a shuffle after passes that a predicate has ended come in another order",
}


def is_recorded(number):
    """Whether the facts of a pipeline are TensorFlow's; an error may be of a class below it."""
    scope = {"tf": tf, "np": np}
    exec(START, scope)
    process_seed.forget()
    facts = described(lambda: eval(code_of(number), scope), error_entry)
    if "error" not in facts:
        return digest(facts) == DIGESTS[number]
    names = [facts["error"]["class"], *facts["error"]["bases"]]
    return any(digest({**facts, "error": {"class": n}}) == DIGESTS[number] for n in names)


@pytest.mark.parametrize("first", range(0, COUNT, AT_ONCE))
def test_pipelines(first):
    numbers = range(first, min(first + AT_ONCE, COUNT))
    try:
        other = [n for n in numbers if DIGESTS[n] is not None and not is_recorded(n)]
    finally:
        process_seed.forget()
    assert other == [n for n in numbers if n in DIFFERS], [code_of(n) for n in other]


def test_nearly_all_pipelines_are_recorded_and_they_differ():
    known = [digest for digest in DIGESTS if digest is not None]
    assert len(DIGESTS) == COUNT and len(known) > 0.99 * COUNT
    assert len(set(known)) > 0.75 * COUNT
