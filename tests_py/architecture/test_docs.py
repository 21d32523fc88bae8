"""The documents say what the code does: variables, options, and links that lead somewhere."""

import os
import re
import subprocess
import sys

import pytest

from source_tree import ROOT, cpp_files, name_of, python_files, read

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
GETENV = re.compile(r'(?:getenv|environ\.get|environ|env_\w+)[(\[]\s*"([A-Z][A-Z0-9_]+)"')
OUTSIDE = {"COLUMNS", "HOME", "PATH", "PYTHONPATH"}


def product_files():
    for path in [*cpp_files(), *python_files()]:
        if not name_of(path).startswith(("tests_cpp/", "tests_py/", "benchmarks/")):
            yield path


def variables_in_code():
    found = set()
    for path in product_files():
        text = read(path)
        found.update(GETENV.findall(text))
        if name_of(path).startswith("python/"):
            found.update(re.findall(r'_VARIABLE = "([A-Z0-9_]+)"', text))
    return found - OUTSIDE


def documented_variables():
    rows = re.findall(r"^\| `([A-Z][A-Z0-9_]+)` \|", read(ROOT / "docs/config.md"), re.MULTILINE)
    return set(rows)


def test_every_variable_that_the_code_reads_is_documented():
    missing = variables_in_code() - documented_variables()
    assert not missing, f"not in docs/config.md: {sorted(missing)}"


def test_every_documented_variable_exists():
    everything = "\n".join(
        [*(read(p) for p in product_files()), read(ROOT / ".ci/run"), read(ROOT / "CMakeLists.txt")]
    )
    unknown = {name for name in documented_variables() if name not in everything}
    assert not unknown, f"in docs/config.md only: {sorted(unknown)}"


def test_cmake_options_are_documented():
    options = set(re.findall(r"^option\((\w+)", read(ROOT / "CMakeLists.txt"), re.MULTILINE))
    assert options <= documented_variables(), sorted(options - documented_variables())


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_and_named_files_exist(path):
    text = read(path)
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (path.parent / target).exists(), f"{name_of(path)} links to {target}"
    pattern = r"`((?:cpp|kernels|python|tests_py|tests_cpp|docs|benchmarks)/[\w./]+\.\w+)`"
    for named in re.findall(pattern, text):
        assert (ROOT / named).exists(), f"{name_of(path)} names {named}"


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_documents_name_no_machine_and_no_registry(path):
    text = read(path)
    assert not re.search(r"/work/|/root/|/home/\w|/tmp/\w", text)
    assert "pypi.org" not in text and "files.pythonhosted" not in text


def test_the_readme_examples_run(tmp_path):
    """All of README's Python, one block after the other, as a script; MNIST is the sample."""
    blocks = re.findall(r"^```python\n(.*?)^```", read(ROOT / "README.md"), re.M | re.S)
    script = tmp_path / "readme.py"
    script.write_text("\n".join(blocks), encoding="utf-8")
    sample = ROOT / "python" / "pelton" / "keras" / "datasets" / "mnist_sample.npz"
    (tmp_path / "mnist.npz").symlink_to(sample)
    paths = {"PYTHONPATH": str(ROOT / "python"), "PELTON_DATA_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        capture_output=True,
        text=True,
        env={**os.environ, **paths},
        cwd=tmp_path,
        timeout=300,
    )
    assert blocks and done.returncode == 0, done.stderr[-2000:]
    assert re.search(r"188/188 .* - val_accuracy: 0\.\d{4} - val_loss: ", done.stdout)


# What the glossary has another word for.
RETIRED = re.compile(
    r"\b(an?|the|each|one|of|from|no) records?\b|\bkinds? of (call|batch)|\bsurroundings\b"
    r"|\bsinks?\b"
    r"|\bforeign code\b|\bhost work\b|\bhits\b|\bmicro-batch",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    "path", [path for path in DOCUMENTS if path.name != "CHANGELOG.md"], ids=name_of
)
def test_words_are_those_of_the_glossary(path):
    lines = enumerate(read(path).split("\n"), 1)
    found = [f"{name_of(path)}:{n}: {line.strip()}" for n, line in lines if RETIRED.search(line)]
    assert not found, found
