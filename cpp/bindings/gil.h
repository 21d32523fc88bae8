// Owns how this thread gives up and takes Python's lock (the GIL): around work that is long enough
// to be worth it, in code that Python is called from, and while the interpreter ends.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>

#include "runtime/threads/work_gate.h"

namespace pelton::bindings {

// While one lives, other Python threads run. Python ends a daemon thread that wants the GIL back
// after the interpreter has ended, by an unwinding that C++ forbids here: such a thread sleeps.
class GilGivenUp {
 public:
  GilGivenUp() : state_(PyEval_SaveThread()) {}
  ~GilGivenUp();
  GilGivenUp(const GilGivenUp&) = delete;
  GilGivenUp& operator=(const GilGivenUp&) = delete;

 private:
  PyThreadState* state_;
};

// While one lives, this thread may call Python; whether it had the GIL before does not matter.
class GilTaken {
 public:
  GilTaken();
  ~GilTaken();
  GilTaken(const GilTaken&) = delete;
  GilTaken& operator=(const GilTaken&) = delete;

 private:
  PyGILState_STATE state_;
};

// While one lives, this thread, which has the GIL, is in code that Python has called and that may
// call Python: the interpreter's end waits for such code, as Python ends daemon threads by
// unwinding C++ frames that hold its objects, without the GIL. What begins after it rests.
class CalledByPython {
 public:
  CalledByPython();
  ~CalledByPython();
  CalledByPython(const CalledByPython&) = delete;
  CalledByPython& operator=(const CalledByPython&) = delete;
};

// At the interpreter's end and around forks other threads are brought to rest; waits on locks give
// up the GIL. To be called once.
void install_gil_hooks();

// Operand bytes from which other Python threads may run meanwhile; a release costs about 0.1 us.
inline constexpr int64_t kUnlockBytes = 1 << 17;

// The result of `work`, run without the GIL when it reads `bytes` or more. `work` touches no
// Python.
template <class Work>
auto unlocked(int64_t bytes, Work&& work) {
  if (bytes < kUnlockBytes) return work();
  const GilGivenUp given_up;
  const AtWork at_work;
  return work();
}

}  // namespace pelton::bindings
