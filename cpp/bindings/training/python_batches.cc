#include "bindings/training/python_batches.h"

#include "bindings/gil.h"
#include "bindings/tensor/borrowed_array.h"
#include "bindings/tensor/nest.h"
#include "bindings/text.h"
#include "bindings/training/python_steps.h"
#include "nn/config/dtype_policy.h"
#include "nn/training/class_weights.h"
#include "ops/array/array.h"

namespace pelton::bindings {
namespace {

Tensor to_part(py::handle object) {
  if (object.is_none()) return {};
  if (py::isinstance<py::dict>(object) || py::isinstance<py::list>(object) ||
      py::isinstance<py::tuple>(object))
    raise(Code::value_error,
          "Models take one input and one target here: a batch must hold arrays, got ",
          type_text(object));
  const Tensor value = borrow_array(object);
  // Copied either way: the generator may fill the same array again.
  return is_floating(value.dtype()) ? cast(value, floatx()) : identity(value);
}

// What an iterable gave, as tensors of any nesting, in their own dtypes.
Batch to_nested(const py::object& item) {
  Batch out;
  for (const py::object& leaf : flatten(item)) {
    const Tensor value = leaf.is_none() ? Tensor() : borrow_array(leaf);
    out.leaves.push_back(value.defined() ? identity(value) : value);
  }
  out.nesting = std::make_shared<PythonNesting>(item);
  return out;
}

}  // namespace

IterableBatches::~IterableBatches() {
  const GilTaken gil;
  iterator_ = py::object();
  iterable_ = py::object();
}

std::optional<int64_t> IterableBatches::count() const {
  const GilTaken gil;
  if (!py::hasattr(iterable_, "__len__")) return {};
  const py::ssize_t count = PyObject_Length(iterable_.ptr());
  if (count >= 0) return count;
  PyErr_Clear();  // a dataset of unknown length
  return {};
}

void IterableBatches::rewind() {
  const GilTaken gil;
  iterator_ = py::iter(iterable_);
}

bool IterableBatches::next(Batch& batch) {
  const GilTaken gil;
  const auto item = py::reinterpret_steal<py::object>(PyIter_Next(iterator_.ptr()));
  if (!item) {
    if (PyErr_Occurred()) throw py::error_already_set();
    return false;
  }
  check(!item.is_none(), Code::value_error,
        "The data of `fit()`, `evaluate()` or `predict()` gave None for a batch, where a tuple is "
        "wanted: (inputs,), (inputs, targets) or (inputs, targets, sample_weights)");
  if (nested_) {
    batch = to_nested(item);
    return true;
  }
  py::tuple parts =
      PyTuple_Check(item.ptr()) ? py::reinterpret_borrow<py::tuple>(item) : py::make_tuple(item);
  check(!parts.empty() && parts.size() <= 3, Code::value_error,
        "Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, found "
        "a tuple of length ",
        parts.size());
  batch.x = to_part(parts[0]);
  batch.y = parts.size() > 1 ? to_part(parts[1]) : Tensor();
  batch.sample_weight = parts.size() > 2 ? to_part(parts[2]) : Tensor();
  if (weights_.empty()) return true;
  check(!batch.sample_weight.defined(), Code::value_error,
        "You cannot `class_weight` and `sample_weight` at the same time.");
  batch.sample_weight = class_weights(batch.y, weights_);
  return true;
}

}  // namespace pelton::bindings
