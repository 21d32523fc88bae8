"""`python -m pelton.compat FILE...`: what of scripts and notebooks would fail under Pelton, with
its lines; the exit status is 1 where something would, 2 where a file cannot be read."""

from __future__ import annotations

import sys


def main(paths: list[str]) -> int:
    """Reports on each file; without files prints its usage and returns 2."""
    if not paths or paths[0] in ("-h", "--help"):
        print("usage: python -m pelton.compat FILE...", file=sys.stderr)
        return 2
    from pelton.compat.checker.findings import found_in
    from pelton.compat.checker.sources import Source

    status = 0
    for path in paths:
        try:
            source = Source(path)
        except (OSError, SyntaxError, ValueError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            status = 2
            continue
        found = found_in(source.tree)
        for finding in found:
            print(f"{source.place(finding.line)}: {finding.text}")
        if found:
            status = max(status, 1)
        else:
            print(f"{path}: nothing is missing")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
