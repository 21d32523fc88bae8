#include "bindings/tensor/indexing.h"

#include <algorithm>

#include "bindings/tensor/convert.h"
#include "bindings/tensor/symbolic_use.h"
#include "bindings/text.h"
#include "core/error.h"
#include "ops/array/array.h"
#include "ops/array/sizes.h"

namespace pelton::bindings {
namespace {

bool is_ellipsis(py::handle part) { return part.ptr() == Py_Ellipsis; }

// A bound or index as an int64 scalar.
Tensor to_bound(py::handle part) {
  const Tensor bound = to_tensor(part.ptr());
  check(bound.rank() == 0 && kIndex.contains(bound.dtype()), Code::type_error,
        "only integer scalar tensors can be bounds of a slice or indices, got ", bound);
  return cast(bound, DType::int64);
}

std::optional<Tensor> to_optional_bound(py::handle part) {
  if (part.is_none()) return std::nullopt;
  return to_bound(part);
}

}  // namespace

IndexParts::IndexParts(PyObject* key) : lone_(key) {
  if (PyList_Check(key)) {
    of_list_ = py::reinterpret_steal<py::object>(PyList_AsTuple(key));
    if (!of_list_) throw py::error_already_set();
    key = of_list_.ptr();
  }
  if (!PyTuple_Check(key)) return;
  first_ = PySequence_Fast_ITEMS(key);
  count_ = PyTuple_GET_SIZE(key);
}

Indexing::Indexing(const Shape& shape, PyObject* key, const Tensor& symbolic)
    : source_(shape), symbolic_(symbolic) {
  const IndexParts parts(key);
  const auto rank = static_cast<int64_t>(shape.size());
  size_t consumed = 0;
  for (py::handle part : parts) consumed += !part.is_none() && !is_ellipsis(part) ? 1 : 0;
  check(consumed <= shape.size(), "Index out of range using input dim ", rank, "; input has only ",
        rank, " dims, got ", consumed, " indices");
  const size_t skipped = shape.size() - consumed;
  bool expanded = false;
  for (py::handle part : parts) {
    if (is_ellipsis(part)) {
      check(!expanded, "Multiple ellipses are not allowed in an index");
      expanded = true;
      for (size_t i = 0; i < skipped; ++i) take_all();
    } else {
      take(part);
    }
  }
  while (slice_.begin.size() < shape.size()) take_all();
}

Shape Indexing::shape() const {
  Shape out;
  const auto is_in = [](const Axes& axes, int64_t axis) {
    return std::find(axes.begin(), axes.end(), axis) != axes.end();
  };
  const auto fill_added = [&] {
    while (is_in(added_, static_cast<int64_t>(out.size()))) out.push_back(1);
  };
  for (size_t i = 0; i < slice_.size.size(); ++i) {
    if (is_in(dropped_, static_cast<int64_t>(i))) continue;
    fill_added();
    out.push_back(slice_.size[i]);
  }
  fill_added();
  return out;
}

void Indexing::push(int64_t begin, int64_t size, int64_t stride) {
  all_ &= begin == 0 && stride == 1 && size == dim();
  slice_.begin.push_back(begin);
  slice_.size.push_back(size);
  slice_.strides.push_back(stride);
}

void Indexing::take_all() {
  push(0, dim(), 1);
  ++out_rank_;
}

void Indexing::take(py::handle part) {
  if (part.is_none()) {
    added_.push_back(out_rank_++);
  } else if (PySlice_Check(part.ptr())) {
    take_slice(part);
  } else {
    take_index(part);
  }
}

// Whether the axis, or a bound or index of it, is not known before there is data.
bool Indexing::is_open(py::handle part) const {
  if (!symbolic_.defined()) return false;
  if (!is_known(dim())) return true;
  if (!PySlice_Check(part.ptr())) return is_symbolic(part.ptr());
  const auto* slice = reinterpret_cast<PySliceObject*>(part.ptr());
  return is_symbolic(slice->start) || is_symbolic(slice->stop);
}

void Indexing::check_step(int64_t step) const {
  check(step != 0, "strides[", slice_.begin.size(), "] must be non-zero [Op:StridedSlice]");
}

void Indexing::take_open_slice(py::handle part) {
  const auto* slice = reinterpret_cast<PySliceObject*>(part.ptr());
  OpenRange range{to_optional_bound(slice->start), to_optional_bound(slice->stop), 1};
  if (slice->step != Py_None) range.step = size_in(to_bound(slice->step));
  check(!is_name(range.step), Code::value_error, "slice step cannot be symbolic");
  check_step(range.step);
  const auto [begin, size] = resolve_range(symbolic_, slice_.begin.size(), range, held_);
  push(begin, size, range.step);
  ++out_rank_;
}

void Indexing::take_open_index(py::handle part) {
  const auto [begin, size] = resolve_index(symbolic_, slice_.begin.size(), to_bound(part), held_);
  dropped_.push_back(static_cast<int64_t>(slice_.begin.size()));
  push(begin, size, 1);
}

void Indexing::take_slice(py::handle part) {
  if (is_open(part)) return take_open_slice(part);
  Py_ssize_t start = 0, stop = 0, step = 0;
  if (PySlice_Unpack(part.ptr(), &start, &stop, &step) < 0) {
    const py::error_already_set error;
    if (error.matches(PyExc_ValueError)) check_step(0);  // the only value that it refuses
    throw error;
  }
  const Py_ssize_t size = PySlice_AdjustIndices(dim(), &start, &stop, step);
  push(size == 0 ? 0 : start, size, step);
  ++out_rank_;
}

void Indexing::take_index(py::handle part) {
  if (is_open(part) && (is_symbolic(part.ptr()) || PyIndex_Check(part.ptr())))
    return take_open_index(part);
  const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(part.ptr()));
  if (!number) {
    PyErr_Clear();
    raise(Code::type_error,
          "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
          "tf.int32/tf.int64 tensors are valid indices, got ",
          repr_text(part));
  }
  const int64_t given = PyLong_AsLongLong(number.ptr());
  if (given == -1 && PyErr_Occurred()) throw py::error_already_set();
  const int64_t index = given < 0 ? given + dim() : given;
  check(index >= 0 && index < dim(), "slice index ", given, " of dimension ", slice_.begin.size(),
        " out of bounds for shape ", source_);
  dropped_.push_back(static_cast<int64_t>(slice_.begin.size()));
  push(index, 1, 1);
}

}  // namespace pelton::bindings
