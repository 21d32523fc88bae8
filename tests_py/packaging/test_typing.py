"""mypy on the stubs and on two scripts: one that must pass and run, one of wrong uses."""

import collections
import pathlib
import re
import runpy
import subprocess
import sys

import pytest

import pelton as tf

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "tests_py" / "typing_samples"
LINE = re.compile(r"^(?P<file>[^:]+):(?P<line>\d+): error: .*\[(?P<code>[\w-]+)\]$", re.MULTILINE)


@pytest.fixture(scope="module")
def errors():
    """{file: {line: codes}} that mypy --strict finds in the stubs and samples."""
    stubs = sorted((ROOT / "python" / "pelton").rglob("*.pyi"))
    samples = sorted(SAMPLES.glob("*.py"))
    files = [path.relative_to(ROOT).as_posix() for path in (*stubs, *samples)]
    command = [sys.executable, "-m", "mypy", "--no-error-summary", *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode in (0, 1) and not done.stderr, done.stdout + done.stderr
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for match in LINE.finditer(done.stdout):
        found[match["file"]][int(match["line"])].add(match["code"])
    return found


def test_the_stubs_and_the_script_are_accepted(errors):
    wrong = {file: dict(lines) for file, lines in errors.items() if not file.endswith("refused.py")}
    assert not wrong


def test_wrong_uses_are_refused_each_on_its_line(errors):
    expected = {}
    lines = (SAMPLES / "refused.py").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        code = re.search(r"  # error: ([\w-]+)$", line)
        if code:
            expected[number] = {code[1]}
    assert len(expected) >= 20
    assert dict(errors["tests_py/typing_samples/refused.py"]) == expected


@pytest.fixture
def fresh_names():
    yield
    tf.keras.backend.clear_session()


def test_the_accepted_script_runs(capfd, fresh_names):
    script = runpy.run_path(str(SAMPLES / "accepted.py"))
    assert script["train_by_tape"](2).numpy().sum() == 0.0
    script["use_the_rest"]()
    assert "[False, True, True]" in capfd.readouterr().out
