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
    steps,
)

COPY = walkthrough.BUILD / "walkthrough"
NUMBERS = "one two three four five six seven eight nine ten".split()


@pytest.fixture(scope="module")
def text():
    return read(ROOT / "docs" / "adding_an_op.md")


def test_the_number_of_steps_is_the_number_said(text):
    said = re.search(r"^## Worked example: .* in (\w+) steps$", text, re.MULTILINE).group(1)
    found = steps(text)
    assert [title.split(".")[0] for title, _ in found] == [str(i + 1) for i in range(len(found))]
    assert NUMBERS[len(found) - 1] == said
    assert len({file for _, edits in found for file, _ in edits}) == len(found)


def test_the_steps_give_a_tested_op(text):
    copy_tree(COPY)
    changed = perform(COPY, [edit for _, edits in steps(text) for edit in edits])
    link(COPY, compile_changed(COPY, {name for name in changed if name.endswith(".cc")}))
    files = [f"tests_py/test_{name}.py" for name in ("ops", "grads", "bad_input", "completeness")]
    assert passed_tests(COPY, "cube", *files) >= 15


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
