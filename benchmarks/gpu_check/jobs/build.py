"""Configures and builds extension, fake GPUs' library and C++ tests with CUDA: FOLDER. No network.

Prints, as its last line, what was built and for which architectures."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]


def has_catch2():
    """Whether the C++ tests' library is on this machine."""
    headers = "#if __has_include(<catch2/catch.hpp>)\n#include <catch2/catch.hpp>\n#else\n"
    headers += "#include <catch2/catch_test_macros.hpp>\n#endif\n"
    command = ["c++", "-std=c++20", "-fsyntax-only", "-x", "c++", "-"]
    return subprocess.run(command, input=headers, capture_output=True, text=True).returncode == 0


def main(folder):
    """Configure, build, and say how long each took."""
    import pybind11

    tests = has_catch2()
    architecture = "native"
    start = time.monotonic()
    subprocess.run(
        [
            *("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-Wno-dev"),
            *("-DCMAKE_BUILD_TYPE=Release", "-DPELTON_CUDA=ON"),
            f"-DCMAKE_CUDA_ARCHITECTURES={architecture}",
            f"-DPELTON_BUILD_TESTS={'ON' if tests else 'OFF'}",
            f"-DPython_EXECUTABLE={sys.executable}",
            f"-Dpybind11_DIR={pybind11.get_cmake_dir()}",
        ],
        check=True,
    )
    subprocess.run(["cmake", "--build", folder, "-j", str(os.cpu_count())], check=True)
    extension = next((ROOT / "python" / "pelton").glob("_core.*.so"))
    print(
        json.dumps(
            {
                "nvcc": shutil.which("nvcc"),
                "architectures": architecture,
                "extension MB": extension.stat().st_size / 2**20,
                "build seconds": round(time.monotonic() - start, 1),
                "C++ tests": "built" if tests else "left out: there is no Catch2",
            }
        )
    )


if __name__ == "__main__":
    main(sys.argv[1])
