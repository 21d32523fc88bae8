// Owns _core.InitScope, which is tf.init_scope.
#include <memory>
#include <thread>
#include <vector>

#include "bindings/bind.h"
#include "program/trace/init_scope.h"

namespace pelton::bindings {
namespace {

namespace py = pybind11;

// Scopes may be entered again inside of themselves; each leaving ends the last one.
class PyInitScope {
 public:
  PyInitScope() = default;
  PyInitScope(const PyInitScope&) = delete;
  PyInitScope& operator=(const PyInitScope&) = delete;
  // Scopes of other threads go on there: who never left them gets no more.
  ~PyInitScope() {
    for (Entered& entered : entered_)
      if (entered.thread != std::this_thread::get_id()) static_cast<void>(entered.scope.release());
    while (!entered_.empty()) entered_.pop_back();
  }
  void enter() { entered_.push_back({std::this_thread::get_id(), std::make_unique<InitScope>()}); }
  void leave() {
    check(!entered_.empty() && entered_.back().thread == std::this_thread::get_id(),
          Code::runtime_error, "init_scope is left on a thread that did not enter it");
    entered_.pop_back();
  }

 private:
  struct Entered {
    std::thread::id thread;
    std::unique_ptr<InitScope> scope;
  };
  std::vector<Entered> entered_;
};

}  // namespace

void bind_init_scope(py::module_& module) {
  py::class_<PyInitScope>(
      module, "init_scope",
      "``with tf.init_scope():`` computes now, inside of a tf.function too: what is computed and\n"
      "assigned there happens while recording only, is a constant for the record and unseen by\n"
      "tapes; variables may be made. A scope that uses values of the function, as TensorFlow's\n"
      "cannot, makes the function run as Python code at each call.")
      .def(py::init<>())
      .def("__enter__", &PyInitScope::enter)
      .def("__exit__", [](PyInitScope& self, const py::args&) { self.leave(); });
}

}  // namespace pelton::bindings
