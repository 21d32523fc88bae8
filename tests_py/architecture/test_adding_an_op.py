"""docs/adding_an_op.md is true: its steps, performed, give a working, tested op."""

import re

import pytest

import walkthrough
from source_tree import ROOT, read
from walkthrough import (
    apply_edit,
    compile_changed,
    copy_tree,
    link,
    passed_tests,
    perform,
    sources_to_compile,
    steps,
)

COPY = walkthrough.BUILD / "walkthrough"
NUMBERS = "one two three four five six seven eight nine ten".split()


EXAMPLES = {
    "cube": "Worked example: an elementwise op",
    "soft_cap": "Worked example: an op made of other ops",
    "first_rows": "Worked example: an op whose output shape follows from values",
}
TESTS = ("ops", "grads", "bad_input", "completeness", "symbolic_shapes", "open_sizes")


def example(op):
    """The steps of one worked example, and how many its title says."""
    text = read(ROOT / "docs" / "adding_an_op.md")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    section = next(part for part in sections if part.startswith(EXAMPLES[op]))
    return steps(section), re.match(r".* in (\w+) steps\n", section).group(1)


@pytest.mark.parametrize("op", EXAMPLES)
def test_the_number_of_steps_is_the_number_said(op):
    found, said = example(op)
    assert [title.split(".")[0] for title, _ in found] == [str(i + 1) for i in range(len(found))]
    assert NUMBERS[len(found) - 1] == said
    assert len({file for _, edits in found for file, _ in edits}) == len(found)


def test_the_steps_give_tested_ops():
    copy_tree(COPY)
    edits = [edit for op in EXAMPLES for _, edits in example(op)[0] for edit in edits]
    changed = perform(COPY, edits)
    link(COPY, compile_changed(COPY, sources_to_compile(COPY, changed)))
    files = [f"tests_py/ops/test_{name}.py" for name in TESTS]
    for op in EXAMPLES:
        assert passed_tests(COPY, op, *files) >= 15


def test_without_a_build_the_walkthrough_fails(monkeypatch, tmp_path):
    monkeypatch.setattr(walkthrough, "BUILD", tmp_path / "build")
    with pytest.raises(AssertionError, match=r"compile_commands\.json is missing: run"):
        compile_changed(tmp_path, {"cpp/ops/math/elementwise_unary.cc"})


def test_edits_need_their_context_just_once():
    assert apply_edit("a\nb\nc\n", ["+x", " b"]) == "a\nx\nb\nc\n"
    assert apply_edit("a {\nb\n", [" a", "+x"]) == "a {\nx\nb\n"
    for wrong in ("a\n", "b\nb\n"):
        with pytest.raises(AssertionError, match="occurs"):
            apply_edit(wrong, ["+x", " b"])
