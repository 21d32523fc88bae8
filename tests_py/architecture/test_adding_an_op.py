"""docs/adding_an_op.md is true: its steps, performed, give a working, tested op."""

import re
import subprocess
import sys

import pytest

import op_walkthrough
from op_walkthrough import (
    COPY,
    DOCUMENT,
    apply_edit,
    compile_changed,
    copy_tree,
    link,
    steps,
)
from source_tree import read

NUMBERS = "one two three four five six seven eight nine ten".split()


@pytest.fixture(scope="module")
def text():
    return read(DOCUMENT)


def test_the_number_of_steps_is_the_number_said(text):
    said = re.search(r"^## Worked example: .* in (\w+) steps$", text, re.MULTILINE).group(1)
    found = steps(text)
    assert [title.split(".")[0] for title, _ in found] == [str(i + 1) for i in range(len(found))]
    assert NUMBERS[len(found) - 1] == said
    assert len({file for _, edits in found for file, _ in edits}) == len(found)


def test_the_steps_give_a_tested_op(text):
    copy_tree(COPY)
    changed = set()
    for _, edits in steps(text):
        for file, lines in edits:
            path = COPY / file
            path.write_text(apply_edit(read(path), lines), encoding="utf-8")
            changed.add(file)
    link(COPY, compile_changed(COPY, {name for name in changed if name.endswith(".cc")}))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "cube"]
    command += [
        f"tests_py/test_{name}.py" for name in ("ops", "grads", "bad_input", "completeness")
    ]
    done = subprocess.run(command, cwd=COPY, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:]
    passed = int(re.search(r"(\d+) passed", done.stdout).group(1))
    assert passed >= 15, done.stdout[-500:]


def test_without_a_build_the_walkthrough_fails(monkeypatch, tmp_path):
    monkeypatch.setattr(op_walkthrough, "BUILD", tmp_path / "build")
    with pytest.raises(AssertionError, match=r"compile_commands\.json is missing: run"):
        compile_changed(tmp_path, {"cpp/ops/math/elementwise_unary.cc"})


def test_edits_need_their_context_just_once():
    assert apply_edit("a\nb\nc\n", ["+x", " b"]) == "a\nx\nb\nc\n"
    assert apply_edit("a {\nb\n", [" a", "+x"]) == "a {\nx\nb\n"
    for wrong in ("a\n", "b\nb\n"):
        with pytest.raises(AssertionError, match="occurs"):
            apply_edit(wrong, ["+x", " b"])
