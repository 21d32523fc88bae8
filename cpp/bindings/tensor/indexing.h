// Owns Indexing: an index expression of Python worked out axis by axis into one slice, then axes to
// drop and to add.
#pragma once
#include <pybind11/pybind11.h>

#include <vector>

#include "core/tensor.h"
#include "kernels/common/attrs/attrs.h"

namespace pelton::bindings {

namespace py = pybind11;

// What stands between the brackets; a list is a tuple, as in TensorFlow. The caller holds the key.
class IndexParts {
 public:
  explicit IndexParts(PyObject* key);
  IndexParts(const IndexParts&) = delete;
  IndexParts& operator=(const IndexParts&) = delete;
  PyObject* const* begin() const { return first_; }
  PyObject* const* end() const { return first_ + count_; }

 private:
  PyObject* const lone_;
  py::object of_list_;  // the items of a list, which may change
  PyObject* const* first_ = &lone_;
  Py_ssize_t count_ = 1;
};

class Indexing {
 public:
  // Raises invalid_argument for an index out of range, type_error for what is no index. Where sizes
  // or indices are not known before the tensor has data, they are computed from `symbolic`.
  Indexing(const Shape& shape, PyObject* key, const Tensor& symbolic = {});

  const SliceAttrs& slice() const { return slice_; }
  // True when the slice is all of the tensor.
  bool is_all() const { return all_; }
  const Axes& dropped() const { return dropped_; }
  const Axes& added() const { return added_; }  // each in the result's order
  // The result's shape.
  Shape shape() const;

 private:
  int64_t dim() const { return source_[slice_.begin.size()]; }
  void push(int64_t begin, int64_t size, int64_t stride);
  void take_all();
  void take(py::handle part);
  void take_slice(py::handle part);
  void take_index(py::handle part);
  bool is_open(py::handle part) const;
  // Raises invalid_argument for a step of 0 of the axis that is next.
  void check_step(int64_t step) const;
  void take_open_slice(py::handle part);
  void take_open_index(py::handle part);

  const Shape source_;
  const Tensor symbolic_;
  std::vector<Tensor> held_;  // whose elements are bounds of the slice
  SliceAttrs slice_;
  Axes dropped_, added_;
  int64_t out_rank_ = 0;
  bool all_ = true;
};

}  // namespace pelton::bindings
