"""The measuring itself: turns alternate, figures are right, workers answer, the dead are named."""

import io
import json
import os
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(autouse=True)
def benchmark_modules(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))


def test_turns_alternate_and_the_first_is_kept_apart():
    from measure import interleave

    order = []

    def turn(name):
        return lambda: order.append(name) or {"seconds": float(len(order))}

    samples = interleave({"a": turn("a"), "b": turn("b")}, rounds=2)
    assert order == ["a", "b"] * 3
    assert samples["a"] == {"cold seconds": [1.0], "seconds": [3.0, 5.0]}
    assert samples["b"] == {"cold seconds": [2.0], "seconds": [4.0, 6.0]}


def test_a_broken_contestant_is_named_and_left_out():
    from measure import interleave

    def broken():
        raise RuntimeError("no such kernel")

    told = io.StringIO()
    samples = interleave({"good": lambda: {"x": 1.0}, "bad": broken}, rounds=1, out=told)
    assert list(samples) == ["good"]
    assert "bad failed and is left out: no such kernel" in told.getvalue()


def test_figures_of_a_list():
    from measure import ratio_of_medians, summarize

    figures = summarize([5.0, 1.0, 3.0, 2.0, 4.0])
    assert figures == {"min": 1.0, "p10": 1.0, "median": 3.0, "max": 5.0, "count": 5}
    samples = {"ours": {"s": [1.0, 2.0, 9.0]}, "peer": {"s": [4.0, 4.0, 1.0]}}
    assert ratio_of_medians(samples, "s", "ours", "peer") == 0.5
    assert ratio_of_medians(samples, "s", "ours", "nobody") is None


def test_the_report_takes_the_busier_of_two_peaks(monkeypatch, tmp_path, capsys):
    import measure

    walls = iter([100.0, 40.0])
    peak = {"isa": "avx2", "threads": 1, "peak_gflops": 100.0, "median_gflops": 99.0}
    monkeypatch.setattr(measure, "fma_peak", lambda _: {**peak, "wall_gflops": next(walls)})
    report = measure.Report("name", "what it is", threads=1)
    report.add({"a": {"seconds": [1.0, 3.0]}})
    report.table("title", ["contestant", "s"], [["a", 2.0], ["b", None]])
    report.finish(tmp_path / "out.json")
    text = capsys.readouterr().out
    assert "BUSY MACHINE: only 40%" in text and "FMA peak on 1 threads: 100 GFLOP/s" in text
    facts = json.loads((tmp_path / "out.json").read_text())
    assert facts["results"]["a"]["seconds"]["median"] == 2.0 and facts["machine"]["cores"] >= 1


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ([5, 5, 5, 5, 5, 5, 5, 5], False),
        ([1, 2, 3, 4, 4, 4, 4, 4], False),  # warm later than it should be
        ([5, 5, 5, 5, 5, 6, 6, 6], False),  # one thing kept once
        ([5, 5, 5, 5, 9, 5, 9, 5], False),
        ([1, 2, 3, 4, 5, 6, 7, 8], True),
        ([5, 5, 5, 5, 5, 6, 6, 7], True),
    ],
)
def test_what_rises_over_both_last_quarters_grows(numbers, expected):
    from memory import grows, growth_row

    assert grows(numbers) is expected
    turns = [{"resident": 4096, "heap": 32, "python blocks": number} for number in numbers]
    cells, facts = growth_row(turns, 10)
    assert facts["growing"] == (["python blocks"] if expected else [])
    assert facts["since_half"]["python blocks"] == numbers[-1] - numbers[3]
    assert cells[0] == "80" and cells[-1] == ("python blocks" if expected else "none")


@pytest.mark.skipif("PYTHONMALLOC" in os.environ, reason="counts blocks of Python's allocator")
def test_live_memory_sees_what_is_kept(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS / "peers"))
    from live_memory import live_memory

    before = live_memory()
    kept = [bytearray(100_000) for _ in range(100)]
    after = live_memory()
    assert after["python blocks"] - before["python blocks"] >= len(kept)
    if before["heap"]:  # glibc 2.33 or later
        assert after["heap"] - before["heap"] >= 100_000 * len(kept)


def test_the_neighbour_runs_in_its_turns_alone():
    from busy_neighbour import costs, neighbour

    def spent(pid):
        return sum(map(int, Path(f"/proc/{pid}/stat").read_text().split()[13:15]))

    with neighbour(min(os.sched_getaffinity(0))) as (beside, process):
        before = spent(process.pid)
        used = beside(lambda: time.sleep(0.3) or spent(process.pid) - before)()
        time.sleep(0.05)
        stopped = spent(process.pid)
        time.sleep(0.2)
        assert used > 0 and spent(process.pid) == stopped
    assert process.returncode is not None
    seconds = {("fit", False): {"seconds": [1.0, 2.0, 5.0]}, ("fit", True): {"seconds": [3.0, 4.0]}}
    assert costs(seconds) == {"fit": (2.0, 3.5, 1.75, 3.0)}


def test_time_per_call_is_of_the_right_size():
    from measure import per_call_ns

    quick = per_call_ns(lambda: None, seconds=0.02)
    slow = per_call_ns(lambda: sum(range(1000)), seconds=0.02)
    assert 5 < quick < 5000
    assert slow > 5 * quick


def test_worker_answers_turns_and_its_last_facts(tmp_path, monkeypatch):
    import worker

    script = tmp_path / "count.py"
    script.write_text(
        f"import sys\nsys.path.insert(0, {str(BENCHMARKS)!r})\n"
        "from worker import serve\n"
        "seen = []\n"
        "def prepare():\n"
        "  print('a library talks')\n"
        "  return (lambda: seen.append(1) or {'n': len(seen)}), {'version': sys.argv[1]}, "
        "lambda: {'all': len(seen)}\n"
        "serve(prepare)\n"
    )
    monkeypatch.setattr(worker, "PEERS", tmp_path)
    contestant = worker.Worker(sys.executable, "count.py", ["7"])
    assert contestant.facts["version"] == "7"
    assert [contestant.turn()["n"] for _ in range(3)] == [1, 2, 3]
    last = contestant.close()
    assert last["all"] == 3 and last["peak_rss_mb"] > 1


def test_worker_that_dies_is_an_error_with_its_status(tmp_path, monkeypatch):
    import worker

    (tmp_path / "dies.py").write_text("raise SystemExit(3)\n")
    monkeypatch.setattr(worker, "PEERS", tmp_path)
    with pytest.raises(RuntimeError, match="status 3"):
        worker.Worker(sys.executable, "dies.py")


def test_peers_are_found_in_the_named_environments(monkeypatch):
    from worker import find_python

    assert find_python("json") == sys.executable
    monkeypatch.setenv("PELTON_PEERS_PYTHON", sys.executable)
    assert find_python("surely_not_a_module") is None


def test_data_falls_back_to_the_sample_loudly(tmp_path, monkeypatch):
    from mnist_data import SAMPLE, find_mnist

    monkeypatch.delenv("PELTON_DATA_DIR", raising=False)
    monkeypatch.setenv("KERAS_HOME", str(tmp_path))
    path, description = find_mnist()
    assert path == SAMPLE and path.is_file() and "THE SAMPLE" in description
    monkeypatch.setenv("PELTON_DATA_DIR", str(tmp_path))
    (tmp_path / "mnist.npz").write_bytes(b"")
    assert find_mnist()[0] == tmp_path / "mnist.npz"
    assert find_mnist("other.npz")[0] == Path("other.npz")


def test_speed_ups_are_one_threads_time_over_all_threads():
    from scaling import speed_ups

    samples = {
        ("fit", 1): {"cold seconds": [9.0], "seconds": [4.0, 3.0, 8.0]},
        ("fit", 2): {"seconds": [2.0, 2.5, 1.5]},
        ("other", 2): {"seconds": [1.0]},
    }
    assert speed_ups(samples, 2) == {"fit": (4.0, 2.0, 2.0, 2.0)}


def test_accuracies_are_told_with_their_standard_error():
    from accuracy import summary

    assert summary("a", [0.98, 0.99, 1.0]) == (
        "a: mean 0.9900 (standard error 0.0058), least 0.9800"
    )
    assert "standard error nan" in summary("a", [0.98])


def test_compiled_peers_run_where_they_are_asked_for():
    from mnist_epoch import COMPILED, contestants

    class Options:
        threads, steps, batch_size, only = 2, 10, 64, None

    for Options.compiled in (False, True):
        names = contestants(Options, "mnist.npz")
        assert Options.compiled == set(names).issuperset(COMPILED) and "pelton fit" in names


@pytest.mark.parametrize(
    "script",
    ["small_ops", "mnist_epoch", "nets", "import_time", "memory", "scaling", "python_layers"],
)
def test_scripts_explain_themselves(script):
    command = [sys.executable, str(BENCHMARKS / f"{script}.py"), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "--json" in done.stdout


def test_the_network_written_in_python_is_the_built_in_one_and_one_program(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS / "peers"))
    import mnist_cnn_model
    import numpy as np
    from python_layers import own_network, programs

    import pelton as tf

    rng = np.random.default_rng(0)
    x, y = rng.random((32, 28, 28, 1), dtype=np.float32), rng.integers(0, 10, 32)
    own, builtin = own_network(tf), mnist_cnn_model.build(tf)
    own.set_weights(builtin.get_weights())
    figures = [
        model.fit(x, y, batch_size=8, epochs=2, shuffle=False, verbose=0).history
        for model in (own, builtin)
    ]
    for name in ("loss", "accuracy"):
        np.testing.assert_allclose(figures[0][name], figures[1][name], rtol=1e-3)
    text = tf.config.experimental.explain_program(own)
    assert programs(text) == 1 and "fused_conv2d_grad" in text
    assert programs(text.replace("\narena ", "\n")) == 0 and programs(text + "\n" + text) == 2


def test_the_networks_of_the_list_train(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS / "peers"))
    from net_layers import compiled
    from net_list import NETS, data

    import pelton as tf

    for name, net in NETS.items():
        x, y = data({**net, "batch": 2}, 2)
        history = compiled(tf, net).fit(x, y, batch_size=2, verbose=0).history
        assert all(0 <= values[0] < 20 for values in history.values()), (name, history)


@pytest.mark.skipif(shutil.which("c++") is None, reason="needs a C++ compiler")
def test_the_peak_is_measured_by_every_instruction_set(tmp_path):
    program = tmp_path / "fma_peak"
    source = str(BENCHMARKS / "fma_peak.cc")
    compile_line = ["c++", "-O2", "-std=c++20", "-pthread", source, "-o", str(program)]
    subprocess.run(compile_line, check=True)
    widest = json.loads(subprocess.check_output([program, "1"]))
    plain = json.loads(subprocess.check_output([program, "1", "generic"]))
    assert widest["peak_gflops"] >= plain["peak_gflops"] > 0.1
    assert subprocess.run([program, "1", "mmx"], capture_output=True, check=False).returncode == 1


def test_examples_are_what_protobuf_writes(tmp_path):
    from data_files import example_bytes

    import pelton as tf

    features = {
        "x": tf.io.FixedLenFeature([2], tf.float32),
        "y": tf.io.FixedLenFeature([], tf.int64),
    }
    written = example_bytes(struct.pack("<2f", 0.5, -1.0), 7)
    read = tf.io.parse_single_example(written, features)
    assert read["x"].numpy().tolist() == [0.5, -1.0] and read["y"].numpy() == 7
