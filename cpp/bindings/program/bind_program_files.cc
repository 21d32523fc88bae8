// Owns the Python side of program files: the bytes of a traced function, and what they run as.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "autograd/tape.h"
#include "bindings/bind.h"
#include "bindings/gil.h"
#include "bindings/program/call_back.h"
#include "bindings/program/concrete_function.h"
#include "bindings/tensor/casters.h"
#include "interchange/host_work.h"
#include "interchange/program_file.h"
#include "program/exec/replay.h"
#include "program/guard_failed.h"
#include "program/small_values.h"
#include "runtime/dispatch/context.h"

namespace pelton::bindings {
namespace {

// A program that was read from bytes.
class StoredProgram {
 public:
  explicit StoredProgram(ReadProgram read)
      : variables_(std::move(read.variables)),
        options_(std::move(read.options)),
        replay_(
            std::make_unique<Replay>(std::make_shared<const Program>(std::move(read.program)))) {}

  const std::vector<VariableRef>& variables() const { return variables_; }

  std::vector<Tensor> run(const std::vector<Tensor>& tensors) const {
    check_inputs(options_.inputs, tensors);
    check(!options_.has_own_gradients || !is_taped(), Code::unimplemented,
          "the program was recorded from code with gradients of its own, which its file does not "
          "hold: it cannot run under a GradientTape");
    try {
      return run_path(
          [&] { return unlocked(kUnlockBytes, [&] { return replay_->run(tensors); }); });
    } catch (const GuardFailed& failed) {
      raise_other_path(failed);
    }
  }

  std::string file_bytes(bool has_values) const {
    ProgramFileOptions options = options_;
    options.has_values = has_values;
    return write_program(replay_->program(), options);
  }
  std::string explain() const { return replay_->explain(); }

 private:
  [[noreturn]] void raise_other_path(const GuardFailed& failed) const {
    const std::vector<Step>& steps = replay_->program().steps;
    const auto guard = std::find_if(steps.begin(), steps.end(), [&](const Step& step) {
      return step.kind == Step::Kind::guard && step.guard == failed.number;
    });
    const std::string at = guard->place.empty() ? "" : " at " + guard->place;
    raise(Code::invalid_argument, "the program holds one path of a function, on which Python code",
          at, " read ", values_text(guard->expected), "; for these tensors it would read ",
          values_text(failed.seen), " and go another way, which the program does not hold");
  }
  static bool is_taped() {
    const auto is_tape = [](Observer* o) { return dynamic_cast<Tape*>(o) != nullptr; };
    const std::vector<Observer*>& observers = context().observers();
    return std::any_of(observers.begin(), observers.end(), is_tape);
  }

  std::vector<VariableRef> variables_;
  ProgramFileOptions options_;
  std::unique_ptr<Replay> replay_;
};

StoredProgram read_stored(const py::bytes& data,
                          const std::optional<std::vector<VariableRef>>& variables) {
  std::optional<std::span<const VariableRef>> given;
  if (variables) given = *variables;
  return StoredProgram(read_program(std::string_view(data), given));
}

// The library's own work on the host, by what a file says of it.
HostCallback::Body made_host_work(const std::string& stored) {
  const GilTaken gil;
  const auto held =
      HeldObject::share(py::module_::import("pelton.host.stored_works").attr("made")(stored));
  return [held](std::span<const Tensor> given) { return call_back(*held, given); };
}

}  // namespace

void bind_program_files(py::module_& module) {
  set_host_work(&made_host_work);
  py::class_<StoredProgram>(module, "StoredProgram", "A program that was read from bytes.")
      .def_property_readonly("variables", &StoredProgram::variables)
      .def("run", &StoredProgram::run, py::arg("tensors"),
           "The outputs of the program, in order, for its inputs.")
      .def("explain", &StoredProgram::explain);
  module.def(
      "program_bytes",
      [](const ConcreteTrace& trace, bool values) {
        return py::bytes(trace.record->file_bytes(values));
      },
      py::arg("trace"), py::arg("values") = true,
      "The bytes of a traced function, with its variables' values or without.");
  module.def(
      "program_bytes",
      [](const StoredProgram& program, bool values) {
        return py::bytes(program.file_bytes(values));
      },
      py::arg("trace"), py::arg("values") = true);
  module.def("program_from_bytes", &read_stored, py::arg("data"), py::arg("variables") = py::none(),
             "The program that the bytes hold, with new variables or with those that are given.");
}

}  // namespace pelton::bindings
