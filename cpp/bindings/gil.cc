#include "bindings/gil.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "bindings/errors.h"
#include "runtime/threads/host_lock.h"

namespace pelton::bindings {
namespace {

using namespace std::chrono_literals;

// Work that is longer than this goes on while the process forks or ends.
constexpr auto kForkLimit = 10s, kExitLimit = 2s;
// What functions of Pelton import when they are first called.
constexpr std::string_view kImportedLate[] = {"pelton", "keras_pelton", "numpy"};

std::atomic<int> calling_python{0};  // GilTaken and CalledByPython of all threads
std::atomic<bool> is_python_over{false};
thread_local int own_calls = 0;  // of this one
std::unique_ptr<OthersAtRest> at_fork;

bool has_gil() { return PyGILState_Check() == 1; }

// Not for the thread that ends the interpreter, which calls what is left to be called.
bool is_over() { return is_python_over && is_work_over(); }

void take_back(PyThreadState* state) {
  if (is_over()) rest_for_good();
  try {
    PyEval_RestoreThread(state);
  } catch (...) {  // the forced unwinding of a thread that Python ends, which is no object
    rest_for_good();
  }
}

void* give_up_if_held() { return has_gil() ? PyEval_SaveThread() : nullptr; }

// Threads in the middle of a step or of Python code below C++ code get time to come out of it; what
// they begin next has them rest.
void await_end_of_work() {
  const GilGivenUp given_up;
  const OthersAtRest others(kExitLimit);
  const auto deadline = std::chrono::steady_clock::now() + kExitLimit;
  while (calling_python.load() > own_calls && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(1ms);
}

void end_work() {
  close_work_gate();
  await_end_of_work();
  is_python_over = true;
}

// Whether the first import of one of these packages' modules is going on.
bool is_importing() {
  const py::dict modules = py::module_::import("sys").attr("modules");
  for (const auto& [name, module] : modules) {
    if (!PyUnicode_Check(name.ptr())) continue;
    const std::string package = py::cast<std::string>(name.attr("partition")(".")[py::int_(0)]);
    if (std::ranges::find(kImportedLate, package) == std::end(kImportedLate)) continue;
    const py::object spec = py::getattr(module, "__spec__", py::none());
    if (py::getattr(spec, "_initializing", py::bool_(false)).cast<bool>()) return true;
  }
  return false;
}

// The child has copies of locks, but not of the threads that hold them: neither the engine's nor
// Python's, of modules whose import goes on, are held by others when the process forks.
void before_fork() {
  const auto deadline = std::chrono::steady_clock::now() + kForkLimit;
  for (;;) {
    at_fork = std::make_unique<OthersAtRest>(kForkLimit);
    if (!is_importing() || std::chrono::steady_clock::now() >= deadline) return;
    at_fork.reset();
    const GilGivenUp given_up;
    std::this_thread::sleep_for(1ms);
  }
}
void after_fork() { at_fork.reset(); }
void after_fork_in_child() {
  calling_python.store(own_calls);
  after_fork();
}

}  // namespace

GilGivenUp::~GilGivenUp() { take_back(state_); }

GilTaken::GilTaken() {
  if (is_over() && !has_gil()) rest_for_good();
  try {
    state_ = PyGILState_Ensure();
  } catch (...) {  // the forced unwinding of a thread that Python ends, which is no object
    rest_for_good();
  }
  calling_python.fetch_add(1, std::memory_order_relaxed);
  ++own_calls;
}

// A thread that Python is ending has no GIL any more where the unwinding comes by.
GilTaken::~GilTaken() {
  if (!has_gil()) rest_for_good();
  --own_calls;
  calling_python.fetch_sub(1, std::memory_order_relaxed);
  PyGILState_Release(state_);
}

CalledByPython::CalledByPython() {
  if (own_calls == 0 && is_work_over()) [[unlikely]] {
    PyEval_SaveThread();
    rest_for_good();
  }
  calling_python.fetch_add(1, std::memory_order_relaxed);
  ++own_calls;
}

CalledByPython::~CalledByPython() {
  --own_calls;
  calling_python.fetch_sub(1, std::memory_order_relaxed);
}

void install_gil_hooks() {
  set_host_lock(
      {&give_up_if_held, [](void* state) { take_back(static_cast<PyThreadState*>(state)); }});
  py::module_::import("atexit").attr("register")(py::cpp_function(&end_work));
  py::module_::import("os").attr("register_at_fork")(
      py::arg("before") = py::cpp_function(&before_fork),
      py::arg("after_in_parent") = py::cpp_function(&after_fork),
      py::arg("after_in_child") = py::cpp_function(&after_fork_in_child));
}

}  // namespace pelton::bindings
