#include "bindings/training/python_steps.h"

#include "bindings/gil.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/nest.h"
#include "bindings/tensor/tensor_type.h"

namespace pelton::bindings {
namespace {

// What a step gets: (x, y) or (x, y, sample_weight), and x itself where there is nothing else.
py::object data_of(const Batch& batch) {
  if (batch.nesting != nullptr)
    return static_cast<const PythonNesting&>(*batch.nesting).pack(batch.leaves);
  if (!batch.y.defined() && !batch.sample_weight.defined()) return wrap_object(batch.x);
  py::list parts;
  parts.append(wrap_object(batch.x));
  parts.append(batch.y.defined() ? wrap_object(batch.y) : py::none());
  if (batch.sample_weight.defined()) parts.append(wrap_object(batch.sample_weight));
  return py::tuple(parts);
}

}  // namespace

PythonNesting::~PythonNesting() {
  const GilTaken gil;
  structure_ = py::object();
}

py::object PythonNesting::pack(std::span<const Tensor> leaves) const {
  std::vector<py::object> objects;
  for (const Tensor& leaf : leaves)
    objects.push_back(leaf.defined() ? wrap_object(leaf) : py::none());
  return bindings::pack(structure_, objects);
}

PythonSteps::~PythonSteps() {
  const GilTaken gil;
  steps_ = py::object();
}

void PythonSteps::call(const char* method, const Batch& batch) {
  const GilTaken gil;
  steps_.attr(method)(data_of(batch));
}

std::vector<Tensor> PythonSteps::predict(const Batch& batch) {
  const GilTaken gil;
  std::vector<Tensor> out;
  for (py::handle leaf : steps_.attr("predict")(data_of(batch)))
    out.push_back(to_tensor(leaf.ptr()));
  return out;
}

Logs PythonSteps::logs(bool of_all) {
  const GilTaken gil;
  Logs out;
  for (auto [name, value] : py::dict(steps_.attr("logs")(of_all)))
    out.emplace_back(py::cast<std::string>(name), py::isinstance<py::float_>(value)
                                                      ? Figure(py::cast<double>(value))
                                                      : figure(to_tensor(value.ptr())));
  return out;
}

void PythonSteps::reset_metrics() {
  const GilTaken gil;
  steps_.attr("reset_metrics")();
}

}  // namespace pelton::bindings
