"""The built extension: small, no foreign libraries, hidden symbols, hardened."""

import os
import re
import subprocess
import sysconfig

PACKAGE = os.path.join(os.path.dirname(__file__), "..", "python", "pelton")
FILE = os.path.join(PACKAGE, "_core" + sysconfig.get_config_var("EXT_SUFFIX"))
ALLOWED = re.compile(r"^(lib(c|m|stdc\+\+|gcc_s|pthread|dl)|ld-linux-[\w-]+)\.so\.\d+$")
SIZE_LIMIT = 12 << 20


def readelf(option):
    command = ["readelf", "--wide", option, FILE]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_size():
    assert os.path.getsize(FILE) <= SIZE_LIMIT


def test_needs_only_the_system_libraries():
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", readelf("--dynamic"))
    assert needed and not [name for name in needed if not ALLOWED.match(name)], needed


def test_no_search_path_and_no_text_relocation():
    dynamic = readelf("--dynamic")
    assert not re.search(r"\((RPATH|RUNPATH|TEXTREL)\)", dynamic)


def test_bound_at_once_and_read_only_afterwards():
    assert "BIND_NOW" in readelf("--dynamic") and "GNU_RELRO" in readelf("--program-headers")


def test_nothing_is_both_writable_and_executable():
    headers = readelf("--program-headers")
    flags = re.findall(r"^\s+(LOAD|GNU_STACK)\s.*?\s([RWE ]{3})\s+0x\w+$", headers, re.MULTILINE)
    assert {kind for kind, _ in flags} == {"LOAD", "GNU_STACK"}
    assert not [entry for entry in flags if "W" in entry[1] and "E" in entry[1]]
    assert all("E" not in mode for kind, mode in flags if kind == "GNU_STACK")


def test_exports_its_entry_point_only():
    exported = set()
    for line in readelf("--dyn-syms").splitlines():
        fields = line.split()
        if len(fields) == 8 and fields[4] in ("GLOBAL", "WEAK") and fields[6] != "UND":
            exported.add(fields[7].partition("@")[0])
    # Weak symbols of the C++ library's templates are merged by the loader, not offered by us.
    ours = {name for name in exported if "pelton" in name or not name.startswith("_Z")}
    assert ours == {"PyInit__core"}, sorted(ours)


def test_stack_protector_and_fortified_calls_are_in():
    symbols = readelf("--dyn-syms")
    assert "__stack_chk_fail" in symbols and re.search(r"__\w+_chk@", symbols)
