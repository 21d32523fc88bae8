"""Performs a document's worked examples on a copy of the tree: edits, builds what changed, links.

Uses the objects and the compiler commands of build/, so only the edited sources are compiled; the
copy is always at the same place, so that ccache knows them the next time."""

import concurrent.futures
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig

from source_tree import ROOT

BUILD = ROOT / "build"
COPIED = ("cpp", "kernels", "python", "tests_py", "pyproject.toml", "CMakeLists.txt")


def steps(text):
    """[(title, [(file, [lines of the edit])])] of the worked example."""
    found = []
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        blocks = re.findall(r"^```diff\n\+\+\+ (\S+)\n(.*?)^```", part, re.MULTILINE | re.DOTALL)
        edits = [(file, lines.splitlines()) for file, lines in blocks]
        found.append((part.partition("\n")[0], edits))
    return found


def apply_edit(text, lines):
    """The text with the edit's `+` lines put beside its context, which must occur just once.

    A context line that is the last or only one may be the start of a longer line."""
    context = [line[1:] for line in lines if line.startswith(" ")]
    assert context and all(line[:1] in " +" for line in lines), lines
    places = [
        at
        for at in range(len(text.splitlines()))
        if all(
            have.startswith(want)
            for have, want in zip(text.splitlines()[at : at + len(context)], context, strict=False)
        )
    ]
    assert len(places) == 1, f"{context} occurs {len(places)} times"
    old = text.splitlines()
    kept = iter(old[places[0] : places[0] + len(context)])
    new = [line[1:] if line.startswith("+") else next(kept) for line in lines]
    changed = [*old[: places[0]], *new, *old[places[0] + len(context) :]]
    return "\n".join(changed) + "\n"


def perform(tree, edits):
    """Applies the edits to `tree`, where a file that is not there yet is made; their files."""
    for file, lines in edits:
        path = tree / file
        if path.exists():
            path.write_text(apply_edit(path.read_text(encoding="utf-8"), lines), encoding="utf-8")
        else:
            assert all(line.startswith("+") for line in lines), file
            path.write_text("".join(f"{line[1:]}\n" for line in lines), encoding="utf-8")
    return {file for file, _ in edits}


def passed_tests(tree, key, *files):
    """How many tests of `files` whose names have `key` pass in `tree`; fails if one fails."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", key, *files]
    done = subprocess.run(
        command, cwd=tree, check=False, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout[-3000:]
    return int(re.search(r"(\d+) passed", done.stdout).group(1))


def built(name):
    """A file that building made; fails where build/ is missing or was never built."""
    path = BUILD / name
    assert path.exists(), f"{path} is missing: run `python3 dev.py test`, which builds it"
    return path.read_text(encoding="utf-8")


def copy_tree(target):
    """The sources without built files."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    skip = shutil.ignore_patterns("*.so", "__pycache__")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=skip)
        else:
            shutil.copy(ROOT / name, target / name)


def cached(name):
    """A variable of the build's CMake cache, None if it is not set."""
    found = re.search(rf"^{name}:\w+=(.*)$", built("CMakeCache.txt"), re.MULTILINE)
    return found and found.group(1)


def without_precompiled_header(words):
    """The command without the header that was precompiled from the original tree."""
    found = [i for i, word in enumerate(words) if word == "-include"]
    return [word for i, word in enumerate(words) if i not in found and i - 1 not in found]


def sources_of(entry):
    """What an entry of the compile commands compiles: of a group, the files that it includes."""
    path = pathlib.Path(entry["file"])
    if "Unity" not in path.parts:
        return {entry["file"]}
    return set(re.findall(r'#include "(.+)"', path.read_text(encoding="utf-8")))


def sources_to_compile(tree, changed):
    """The changed sources, and those that include a changed header of kernels: they loop over it.

    A header of ops declares functions, which nobody calls yet."""
    headers = [f'#include "{name}"' for name in changed if re.match(r"kernels/.*\.h$", name)]
    sources = {name for name in changed if name.endswith(".cc")}
    for path in [*tree.glob("kernels/cpu/**/*.cc"), *tree.glob("cpp/**/*.cc")]:
        text = path.read_text(encoding="utf-8")
        if any(header in text for header in headers):
            sources.add(str(path.relative_to(tree)))
    return sources


def groups(commands, changed):
    """[(entry, what it compiles)]; a file that is not there yet goes with others of its folder."""
    found = [(entry, sources_of(entry)) for entry in commands]
    for path in (ROOT / name for name in changed):
        if not path.exists():
            folders = ({pathlib.Path(source).parent for source in sources} for _, sources in found)
            at = next(i for i, those in enumerate(folders) if path.parent in those)
            found[at][1].add(str(path))
    return found


def copied_source(tree, entry, sources, target):
    """The entry's source in `tree`; a group of several is written beside its object `target`."""
    if sources == {entry["file"]}:
        return entry["file"].replace(str(ROOT), str(tree))
    group = target.with_suffix(".cc")
    lines = [f'#include "{name}"\n' for name in sorted(sources)]
    group.write_text("".join(lines).replace(str(ROOT), str(tree)), encoding="utf-8")
    return str(group)


def compile_changed(tree, changed):
    """Compile the edited sources of `tree`; returns {object in build/: new object}."""
    commands = json.loads(built("compile_commands.json"))
    launcher = cached("CMAKE_CXX_COMPILER_LAUNCHER")
    wanted, jobs = {str(ROOT / name) for name in changed}, {}
    for entry, sources in groups(commands, changed):
        if sources & wanted and "pelton_bench" not in entry["command"]:
            words = shlex.split(entry["command"])
            old = words[words.index("-o") + 1]
            new = tree / "objects" / old
            new.parent.mkdir(parents=True, exist_ok=True)
            words = without_precompiled_header(words)
            words = [word.replace(str(ROOT / "cpp"), str(tree / "cpp")) for word in words]
            words = [f"-I{tree}" if word == f"-I{ROOT}" else word for word in words]
            words[words.index("-o") + 1] = str(new)
            words[words.index("-c") + 1] = copied_source(tree, entry, sources, new)
            jobs[old] = (new, [launcher, *words] if launcher else words)
    assert jobs, f"build/ compiles none of {sorted(changed)}"
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        done = pool.map(lambda job: subprocess.run(job[1], cwd=BUILD, check=False), jobs.values())
        assert [result.returncode for result in done] == [0] * len(jobs)
    return {old: str(new) for old, (new, _) in jobs.items()}


def link(tree, objects):
    """Link `_core` of the old objects and the new ones into the copy's package."""
    list_commands = [cached("CMAKE_MAKE_PROGRAM"), "-t", "commands", "_core"]
    command = subprocess.run(
        list_commands, cwd=BUILD, check=True, capture_output=True, text=True
    ).stdout.splitlines()[-1]
    name = "_core" + sysconfig.get_config_var("EXT_SUFFIX")
    command = command.replace(str(ROOT / "python"), str(tree / "python"))
    for old, new in objects.items():
        command = command.replace(f" {old} ", f" {new} ")
    subprocess.run(command, shell=True, cwd=BUILD, check=True, stdout=subprocess.DEVNULL)
    assert (pathlib.Path(tree) / "python" / "pelton" / name).exists()
