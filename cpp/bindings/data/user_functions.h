// Owns the functions of pipelines: traced ones, which run without Python, and Python's own.
#pragma once
#include "bindings/data/components.h"
#include "bindings/program/concrete_function.h"
#include "data/function.h"

namespace pelton::bindings {

// What was traced on symbolic tensors. `are_tensors`: of the leaves of its result; the others are
// None.
class TracedFunction : public data::Function {
 public:
  TracedFunction(std::shared_ptr<ConcreteFunction> trace, std::vector<bool> are_tensors,
                 std::string title);
  ~TracedFunction() override;
  data::Components call(data::Element& element) const override;
  std::string title() const override { return title_; }

 private:
  std::shared_ptr<ConcreteFunction> trace_;
  std::vector<bool> are_tensors_;
  std::string title_;
};

// function(leaves) -> leaves, called under Python's lock.
class __attribute__((visibility("hidden"))) PythonFunction : public data::Function {
 public:
  PythonFunction(py::object function, std::string title)
      : function_(std::move(function)), title_(std::move(title)) {}
  ~PythonFunction() override;
  data::Components call(data::Element& element) const override;
  std::string title() const override { return title_; }

 private:
  py::object function_;
  std::string title_;
};

// A dataset whose passes are Python iterators: begin() gives one, whose items are lists of leaves.
data::DatasetRef from_python(py::object begin, int64_t cardinality, data::NodeInfo info);

}  // namespace pelton::bindings
