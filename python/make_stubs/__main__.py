"""`python -m make_stubs [--check]`: rewrite the stubs, or tell which ones are not up to date."""

from __future__ import annotations

import argparse
import pathlib
import sys

from make_stubs import native, package

ROOT = pathlib.Path(__file__).resolve().parents[1]
BY_HAND = {"pelton/_types.pyi"}


def all_stubs() -> dict[str, str]:
    """{path below python/: text} of all stubs that are made."""
    made = package.stubs()  # first: it loads the modules that complete the bound classes
    return {**native.stubs(), **made}


def differences(made: dict[str, str]) -> list[str]:
    """Paths of stubs that are missing, old, or no longer made."""
    there = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("pelton/**/*.pyi")}
    wrong = there - set(made) - BY_HAND
    for path, text in made.items():
        if path not in there or (ROOT / path).read_text(encoding="utf-8") != text:
            wrong.add(path)
    return sorted(wrong)


def write(made: dict[str, str]) -> list[str]:
    """Rewrite what differs; returns the paths."""
    changed = differences(made)
    for path in changed:
        if path in made:
            (ROOT / path).parent.mkdir(exist_ok=True)
            (ROOT / path).write_text(made[path], encoding="utf-8")
        else:
            (ROOT / path).unlink()
    return changed


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="make_stubs", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if they differ")
    check = parser.parse_args().check
    made = all_stubs()
    changed = differences(made) if check else write(made)
    for path in changed:
        print(f"python/{path}{' differs' if check else ''}")
    sys.exit(1 if check and changed else 0)


if __name__ == "__main__":
    main()
