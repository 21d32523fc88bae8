"""Which files are the project's sources, and C++ text without comments and strings.

Knows the folders only; the rules themselves are in test_architecture.py."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
CPP_FOLDERS = ("cpp", "kernels", "tests_cpp", "benchmarks")
PYTHON_FOLDERS = ("python", "tests_py", "benchmarks")
CPP_SUFFIXES = {".h", ".cc", ".cu", ".cuh", ".inc"}

_NOT_CODE = re.compile(
    r"//[^\n]*"
    r"|/\*.*?\*/"
    r'|R"(?P<mark>[^(\s"]*)\(.*?\)(?P=mark)"'
    r"|\b\d[\w.']*"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])+'",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)


def cpp_files():
    """Every C++ and CUDA file, tests included."""
    for folder in CPP_FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in CPP_SUFFIXES:
                yield path


def python_files():
    """Every Python file, tests and benchmarks included."""
    yield ROOT / "dev.py"
    for folder in PYTHON_FOLDERS:
        yield from sorted((ROOT / folder).rglob("*.py"))


def name_of(path):
    """The path as the project sees it."""
    return path.relative_to(ROOT).as_posix()


def read(path):
    """The file's text, empty for one that is not there yet."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def blank(text):
    """As many spaces, with the line breaks kept, so that line numbers stay true."""
    return re.sub(r"[^\n]", " ", text)


def without_comments(text, keep_strings=False):
    """C++ text with comments, and by default string contents, replaced by spaces."""

    def replace(match):
        found = match.group()
        if found[0].isdigit() or (keep_strings and not found.startswith("/")):
            return found
        return blank(found)

    return _NOT_CODE.sub(replace, text)


def code_only(text):
    """C++ text without comments, strings and preprocessor lines."""
    return _DIRECTIVE.sub(lambda match: blank(match.group()), without_comments(text))
