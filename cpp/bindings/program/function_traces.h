// Owns FunctionTraces: the records of one tf.function, which of them fits a call, and how often the
// function was recorded.
#pragma once
#include <map>
#include <string>

#include "bindings/program/concrete_function.h"
#include "program/trace/trace_cache.h"

namespace pelton::bindings {

class FunctionTraces {
 public:
  // Records kept; the one that was not used for the longest time makes room for the next.
  static constexpr size_t kMostRecords = 64;

  // `parameters`: their names in order, none where some cannot be given by position.
  FunctionTraces(py::object function, std::vector<std::string> parameters)
      : function_(std::move(function)), parameters_(std::move(parameters)) {}
  const py::object& function() const { return function_; }
  // What the function returns for canonical arguments: from a record, or recorded, or, where that
  // is impossible, computed.
  py::object call(py::handle args, py::handle kwargs);
  // The function on symbolic tensors: its record, and what it returns, null where it reads values.
  std::pair<std::shared_ptr<ConcreteFunction>, py::object> trace(py::handle args,
                                                                 py::handle kwargs);
  // The record that a call of such arguments runs, of several paths the one that was taken last;
  // null where there is none.
  std::shared_ptr<ConcreteFunction> record_of(py::handle args, py::handle kwargs);
  // From now on calls count by these shapes of their tensors, in the order of nest's flatten, and
  // by these specs of the values that are made of several.
  void open_shapes(std::vector<Shape> shapes, std::vector<py::object> specs) {
    open_shapes_ = std::move(shapes);
    open_specs_ = std::move(specs);
  }
  // From now on sizes in which calls differ may be any, from the second trace on.
  void reduce_retracing() { generalizes_ = true; }
  int64_t tracing_count() const { return tracing_count_; }
  // Whether the last call was recorded anew.
  bool was_recorded() const { return (recent_ & 1) != 0; }
  // (recordings, calls) to warn of, or (0, 0): five of the last ten calls were recorded anew. Once.
  std::pair<int, int> excess();
  // All records, or why there is none.
  std::string explain() const;
  int traverse(visitproc visit, void* arg) const;
  void clear();

 private:
  std::shared_ptr<ConcreteFunction> find(const Signature& key, std::span<const Tensor> seen = {});
  py::object run(std::shared_ptr<ConcreteFunction> path, py::handle args, py::handle kwargs,
                 const Signature& key);
  py::object run_code(py::handle args, py::handle kwargs, const Signature& key) const;
  py::object record_path(py::handle args, py::handle kwargs, const Signature& key,
                         const std::string& branch);
  py::object record(py::handle args, py::handle kwargs, const Signature& key);
  std::shared_ptr<ConcreteFunction> trace_values(py::handle args, py::handle kwargs,
                                                 const Signature& key, py::object& returned);
  void keep(const Signature& key, std::shared_ptr<ConcreteFunction> made, bool made_variables);
  void add(const Signature& key, std::shared_ptr<ConcreteFunction> record);
  bool generalize(const Signature& key);
  py::object record_general(py::handle args, py::handle kwargs, const Signature& open,
                            const Signature& own);
  std::shared_ptr<ConcreteFunction> trace_open(py::handle args, py::handle kwargs,
                                               const Signature& key, bool of_all_forms) const;
  py::object call_symbolic(py::handle args, py::handle kwargs, const Signature& key);
  py::object record_open(py::handle args, py::handle kwargs, const Signature& key,
                         bool may_run_code = true);
  py::object record_open_or_code(py::handle args, py::handle kwargs, const Signature& key);
  Signature key_of(py::handle args, py::handle kwargs) const;
  const char* refusal() const;

  // Of the key's `count` tensors, as TensorFlow names them after the parameters: "x", "x_1",
  // "args_0".
  std::vector<std::string> names_of_tensors(py::handle args, py::handle kwargs, size_t count) const;

  py::object function_;
  std::vector<std::string> parameters_;
  std::vector<Shape> open_shapes_;
  std::vector<py::object> open_specs_;
  bool generalizes_ = false;
  TraceCache<ConcreteFunction> records_;
  int64_t tracing_count_ = 0;
  bool was_called_ = false;
  std::map<std::string, GraphOps> graph_ops_;  // by key
  bool made_variables_ = false;                // in its first call
  bool warned_ = false;
  uint32_t recent_ = 0;  // a bit for each of the last calls: recorded anew
};

}  // namespace pelton::bindings
