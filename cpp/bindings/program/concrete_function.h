// Owns ConcreteFunction: what one kind of call of a function does, recorded once and run from then
// on, or the reason why it cannot be recorded.
#pragma once
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "bindings/program/signature.h"
#include "interchange/program_file.h"
#include "program/exec/function_replay.h"
#include "program/trace/trace.h"
#include "program/trace/tracer.h"

namespace pelton::bindings {

// What a function returned: nested containers whose leaves are tensors, values made of several
// tensors, None or strings.
class ReturnedNest {
 public:
  // Makes tensors of the leaves that stand for one, as TensorFlow does, and appends them to
  // `tensors`; raises type_error for other leaves in the name of `function`.
  ReturnedNest(py::handle returned, py::handle function, std::vector<Tensor>& tensors);
  // The same nesting of other tensors, without their masks, which do not leave functions.
  py::object with(std::span<const Tensor> tensors) const;
  // Whether there are datasets or passes over them among the leaves, which are kept as they are.
  bool holds_datasets() const { return holds_datasets_; }
  // Lets go of all that it holds.
  void forget();
  int traverse(visitproc visit, void* arg) const;

 private:
  bool is_single_ = false;
  bool holds_datasets_ = false;
  py::object skeleton_;  // the nesting, without tensors: specs for values made of several
  std::vector<py::object> leaves_;
  std::vector<size_t> places_;  // of the tensors among the leaves
};

class ConcreteFunction : public Trace {
 public:
  // Calls `function` on the key's tensors and records it: code that shows them sees `names`, no
  // values; its random ops are `ops`, as far as it was recorded before. `returned` is what the call
  // gave.
  static std::shared_ptr<ConcreteFunction> make(py::handle function, py::handle args,
                                                py::handle kwargs, const Signature& key,
                                                std::vector<std::string> names, GraphOps ops,
                                                py::object& returned);
  // The same where `obstacle` says why it is not recorded.
  static std::shared_ptr<ConcreteFunction> make_unrecorded(py::handle function, py::handle args,
                                                           py::handle kwargs, const Signature& key,
                                                           std::string obstacle,
                                                           py::object& returned);
  // The same on symbolic tensors, for arguments of any sizes where those of `inputs` are not known:
  // nothing is run, and `returned` holds symbolic tensors. Where the function reads values,
  // explain() says where, and `returned` is null.
  static std::shared_ptr<ConcreteFunction> make_symbolic(py::handle function, py::handle args,
                                                         py::handle kwargs, const Signature& key,
                                                         std::vector<Tensor> inputs,
                                                         py::object& returned);
  bool is_recorded() const { return replay_ != nullptr; }
  // From now on the function runs as Python code; `why` says why.
  void give_up(std::string why);
  // Whether the record is of a call with these objects, and what it depends on is as it was.
  bool fits(const Signature& key) const;
  // True when no later call can fit.
  bool is_dead() const;
  // Whether run() does what the function does for those who watch now: a tape takes gradients that
  // Python code gives from the code itself.
  bool can_run() const;
  // Raises GuardFailed, without having changed anything, where the function takes another path.
  py::object run(std::span<const Tensor> inputs) const;
  // The tensors of the result alone, with or without Python's lock; what is recorded has no guards.
  std::vector<Tensor> compute(std::span<const Tensor> inputs) const { return replay_->run(inputs); }
  // The steps, or the reason why there are none.
  std::string explain() const;
  // What is recorded, as the bytes of a file. Raises as write_program does.
  std::string file_bytes(bool has_values) const;
  // The variables of what is recorded, in the order in which a file names them.
  std::vector<VariableRef> variables() const;
  // The random ops of its graph.
  const GraphOps& graph_ops() const { return graph_ops_; }
  const ReturnedNest& returned() const { return returned_; }
  int traverse(visitproc visit, void* arg) const;

 private:
  // A variable that the record reads, as it was.
  struct Guard {
    VariableRef variable;
    bool trainable;
    Shape shape;
  };

  explicit ConcreteFunction(ReturnedNest returned);
  // The record of a call that gave `result`, of which `note` says what there is to run, given the
  // record and the tensors of the result; `returned` is what the caller gets.
  template <class Note>
  static std::shared_ptr<ConcreteFunction> of_call(py::handle function, const Signature& key,
                                                   const py::object& result, py::object& returned,
                                                   Note&& note);
  void take(Tracer& tracer, std::span<const Tensor> inputs, std::span<const Tensor> outputs);
  void hold(const Signature& key);

  ReturnedNest returned_;
  std::unique_ptr<FunctionReplay> replay_;
  bool has_own_gradients_ = false;
  GraphOps graph_ops_;
  std::vector<TensorKind> inputs_;
  int64_t bytes_ = 0;                   // of inputs and variables
  std::vector<py::object> objects_;     // weak references where there can be some
  std::vector<bool> is_weak_;           // of objects_
  std::vector<VariableRef> arguments_;  // keeps addresses in the key from being used again
  std::vector<Guard> guards_;
};

// What was recorded of a function, for Python.
struct ConcreteTrace {
  std::shared_ptr<ConcreteFunction> record;
};

// What `function` returns, made tensors as above, when it is called on `args` and `kwargs` with
// the tensors of their key in place of theirs.
py::object call_with_tensors(py::handle function, py::handle args, py::handle kwargs,
                             const Signature& key);

}  // namespace pelton::bindings
