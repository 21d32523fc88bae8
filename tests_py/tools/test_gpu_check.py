"""dev.py gpu-check without a GPU: phases, time boxes, report, and its jobs on a fake GPU."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
JOBS = ROOT / "benchmarks" / "gpu_check" / "jobs"
PATHS = os.pathsep.join(str(ROOT / name) for name in ("python", "tests_py", "benchmarks"))


@pytest.fixture(autouse=True)
def modules(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))


def phase(code, **changes):
    from gpu_check.phase import Phase

    return Phase(
        "name", "what", changes.pop("seconds", 30), [sys.executable, "-c", code], **changes
    )


OUTCOMES = [  # the command, changes, status, facts, part of the text
    ("print('talk'); print('{\"a\": 1}')", {}, "passed", {"a": 1}, ""),
    ("print('{\"problems\": [\"bad\"]}')", {}, "failed", {"problems": ["bad"]}, "bad"),
    ("import sys; print('why'); sys.exit(3)", {}, "failed", {}, "exit code 3\nwhy"),
    ("print('{}'); raise SystemExit(1)", {"statuses": (0, 1)}, "passed", {}, ""),
    ("print('no json')", {}, "failed", {}, "its output cannot be read"),
    ("pass", {}, "failed", {}, "its output cannot be read"),
    ("import time; print('so far', flush=True); time.sleep(60)", {"seconds": 1.0}, "timed out",
     {}, "stopped after 1 s\nso far"),
    ("1 / 0", {"programs": ("no-such-tool",)}, "left out", {}, "there is no no-such-tool"),
    ("1 / 0", {"modules": ("no_such_module",)}, "left out", {}, "no module no_such_module"),
    ("1 / 0", {"seconds": 0.0}, "left out", {}, "no time was left"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "changes", "status", "facts", "text"), OUTCOMES)
def test_a_phase_ends_in_one_of_four_ways(code, changes, status, facts, text):
    result = phase(code, **changes).run(seconds_left=30)
    assert (result["status"], result["facts"]) == (status, facts)
    assert text in result["text"] and bool(text) == bool(result["text"])


def test_a_phase_that_is_stopped_takes_its_children_along(tmp_path):
    mark = tmp_path / "alive"
    child = f"import time; time.sleep(3); open({str(mark)!r}, 'w')"
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    assert phase(code, seconds=1).run(30)["status"] == "timed out"
    subprocess.run([sys.executable, "-c", "import time; time.sleep(3)"], check=True)
    assert not mark.exists()


def test_the_report_is_written_after_every_phase(tmp_path):
    import gpu_check.__main__ as check
    from gpu_check.report import CheckReport

    seen = []

    class Watched(CheckReport):
        def add(self, result):
            super().add(result)
            seen.append(json.loads(self.path.read_text(encoding="utf-8")))

    report = Watched(tmp_path, {"name": "NVIDIA H200", "driver": "580.1"}, ROOT)
    phases = [phase("print('{\"speed\": 2.5}')"), phase("1 / 0"), phase("print('{}')")]
    with open(os.devnull, "w") as nowhere:
        failed = check.run(phases, report, 60, out=nowhere)
    assert [p["status"] for p in failed] == ["failed"]
    assert [len(facts["phases"]) for facts in seen] == [1, 2, 3]
    assert not any(facts["complete"] for facts in seen)
    assert report.path.name.endswith("-nvidia-h200.json") and report.path.name[:2] == "20"
    facts = json.loads(report.path.read_text(encoding="utf-8"))
    assert facts["complete"] and len(facts["commit"]) >= 7 and facts["date"].endswith("UTC")
    text = report.path.with_suffix(".md").read_text(encoding="utf-8")
    for words in ("# GPU check on NVIDIA H200", "- driver: 580.1", "| name | what | passed |",
                  "- speed: 2.5", "ZeroDivisionError"):  # fmt: skip
        assert words in text


def test_phases_fit_into_ten_minutes_and_name_files_that_exist():
    from gpu_check import plan

    folder = pathlib.Path("build")
    phases = [plan.build_phase(folder), *plan.phases(folder)]
    assert len({p.name for p in phases}) == len(phases) >= 12
    for p in phases:
        for word in p.command:
            if str(word).endswith(".py"):
                assert pathlib.Path(word).exists(), word
    # Boxes are upper bounds, of which the build's is the widest; the whole has a limit of its own.
    assert plan.TOTAL_SECONDS == 600 and sum(p.seconds for p in phases) <= 1.3 * 600


def test_the_whole_stops_at_its_limit(tmp_path):
    import gpu_check.__main__ as check
    from gpu_check.report import CheckReport

    report = CheckReport(tmp_path, {"name": "x"}, ROOT)
    slow = "import time; time.sleep(60)"
    with open(os.devnull, "w") as nowhere:
        failed = check.run([phase(slow), phase(slow)], report, 1.5, out=nowhere)
    assert [p["status"] for p in failed] == ["timed out", "left out"]


READERS = [  # reader, output, facts without problems, number of problems
    ("read_pytest", "...\n12 passed, 2 skipped in 3s", {"passed": 12, "skipped": 2}, 0),
    ("read_pytest", "FAILED a.py::b - x\n1 failed, 3 passed", {"failed": 1, "passed": 3}, 1),
    ("read_pytest", "no tests ran", {}, 1),
    ("read_sanitizer", '{"samples": 5}\n== ERROR SUMMARY: 0 errors',
     {"samples": 5, "errors": 0}, 0),
    ("read_sanitizer", "========= Invalid __global__ read of size 4\n"
     '{"samples": 5, "problems": []}\n= ERROR SUMMARY: 1 error', {"samples": 5, "errors": 1}, 1),
    ("read_sanitizer", '{"samples": 5}\n= RACECHECK SUMMARY: 0 hazards displayed',
     {"samples": 5, "errors": 0}, 0),
    ("read_sanitizer", '= Device not supported\n{"samples": 5}\n= ERROR SUMMARY: 0 errors',
     {"samples": 0, "errors": 0}, 1),
    ("read_ctest", "100% tests passed out of 458", {"tests": 458, "failed": 0}, 0),
    ("read_ctest", "99% tests passed, 1 tests failed out of 458\n\nThe following tests FAILED:\n"
     "\t 13 - a gate (Subprocess aborted)", {"tests": 458, "failed": 1}, 1),
    ("read_op_table", '{"places": {"a": {"f": "GPU"}, "b": {"f": "CPU"}}, "failures": {}}',
     {"rows": 2, "on the GPU": 1, "on the CPU": 1}, 0),
    ("read_op_table", '{"places": {"b": {"f": "CPU"}}, "failures": {"b": ["wrong"]}}',
     {"rows": 1, "on the GPU": 0, "on the CPU": 1}, 2),
]  # fmt: skip


@pytest.mark.parametrize(("reader", "output", "facts", "problems"), READERS)
def test_outputs_are_read(reader, output, facts, problems):
    from gpu_check import plan

    found = getattr(plan, reader)(output)
    assert len(found.pop("problems")) == problems and found == facts


def check_command(*arguments, **variables):
    environment = {**os.environ, "PYTHONPATH": PATHS, **variables}
    return subprocess.run(
        [sys.executable, "-m", "gpu_check", *map(str, arguments)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


def test_without_a_gpu_it_says_so_and_fails(tmp_path):
    done = check_command("--out", tmp_path, PATH=str(tmp_path))
    assert done.returncode != 0 and "has no NVIDIA GPU" in done.stderr
    assert not list(tmp_path.iterdir())


def test_an_unknown_phase_is_named(tmp_path):
    done = check_command("--fake", "--only", "nothing", "--out", tmp_path)
    assert done.returncode != 0 and "no phase ['nothing']" in done.stderr


def test_the_command_writes_its_report_on_a_fake_gpu(tmp_path):
    done = check_command("--fake", "--no-build", "--only", "doctor_says", "own kernels",
                         "--out", tmp_path)  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = tmp_path.glob("*.json")
    facts = json.loads(path.read_text(encoding="utf-8"))
    assert [p["status"] for p in facts["phases"]] == ["passed", "passed"]
    assert "NO GPU" in path.with_suffix(".md").read_text(encoding="utf-8")


JOB_RUNS = [  # the job, cut to what a fake GPU does in seconds, and a fact of it
    ("device_rules", ("100",), "a_bad_index_is_an_error_and_the_gpu_goes_on"),
    ("cuda_graphs", ("1", "2", "1"), "us per step as a graph"),
    ("exhaustion", ("--rounds", "8"), "bytes in use after"),
    ("speed", ("--size", "32", "--calls", "20", "--rounds", "1", "--repeats", "1",
               "--images", "16"), "epoch seconds"),
    ("accuracy", ("--epochs", "1", "--images", "32"), "accuracy"),
    ("one_sample_per_op", (), "samples"),
]  # fmt: skip


@pytest.mark.parametrize(("job", "arguments", "fact"), JOB_RUNS)
def test_jobs_run_on_a_fake_gpu(job, arguments, fact):
    environment = {**os.environ, "PYTHONPATH": PATHS, "PELTON_FAKE_GPUS": "1",
                   "PELTON_FAKE_GPU_MEMORY": "600M", "PELTON_DATA_DIR": ""}  # fmt: skip
    done = subprocess.run(
        [sys.executable, JOBS / f"{job}.py", *arguments],
        env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout.strip().splitlines()[-1])
    assert fact in facts
    if job == "accuracy":  # too few images for the target, and it says so
        assert facts["problems"] and facts["accuracy"] < facts["target"]
    else:
        assert not facts.get("problems"), facts


def test_cpu_vs_gpu_without_a_gpu_prints_the_cpu_s_column(tmp_path):
    script = ROOT / "benchmarks" / "cpu_vs_gpu.py"
    command = [sys.executable, script, "--steps", "1", "--rounds", "1", "--budget", "0.001",
               "--sizes", "32", "64", "--json", tmp_path / "out.json",
               "--plot", tmp_path / "out.png"]  # fmt: skip
    can_draw = importlib.util.find_spec("matplotlib") is not None
    for gpus in ("0", "1"):
        environment = {**os.environ, "PYTHONPATH": PATHS, "PELTON_FAKE_GPUS": gpus,
                       "CUDA_VISIBLE_DEVICES": "0" if gpus == "1" else "-1"}  # fmt: skip
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        assert ("THERE IS NO GPU HERE" in done.stdout) == (gpus == "0")
        if can_draw:
            assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")
        else:
            assert "out.png was not drawn: there is no matplotlib" in done.stderr
        assert "MNIST CNN, s per epoch" in done.stdout and "matmul n x n, GFLOP/s" in done.stdout
        found = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["results"]
        assert ("GPU:0" in found) == (gpus == "1") and found["CPU:0"]["epoch_seconds"] > 0
