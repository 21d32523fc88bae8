// Owns length, indexing and iteration of Tensor and Variable. Values never change through an index.
#include <optional>

#include "bindings/convert.h"
#include "bindings/errors.h"
#include "bindings/operators.h"
#include "bindings/tensor_type.h"
#include "bindings/text.h"
#include "ops/ops.h"

namespace pelton::bindings {
namespace {

// An index expression worked out axis by axis into one slice, then axes to drop and to add.
class Indexing {
 public:
  explicit Indexing(const Tensor& x) : x_(x) {}

  Tensor apply(PyObject* key) {
    py::tuple parts = PyTuple_Check(key) ? py::reinterpret_borrow<py::tuple>(key)
                                         : py::make_tuple(py::handle(key));
    size_t consumed = 0;
    for (py::handle part : parts) consumed += !part.is_none() && !is_ellipsis(part) ? 1 : 0;
    check(consumed <= x_.shape().size(), "Index out of range using input dim ", x_.rank(),
          "; input has only ", x_.rank(), " dims, got ", consumed, " indices");
    const size_t skipped = x_.shape().size() - consumed;
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
    while (begin_.size() < x_.shape().size()) take_all();
    return finish();
  }

 private:
  static bool is_ellipsis(py::handle part) { return part.ptr() == Py_Ellipsis; }
  int64_t dim() const { return x_.shape()[begin_.size()]; }

  void push(int64_t begin, int64_t size, int64_t stride) {
    trivial_ &= begin == 0 && stride == 1 && size == dim();
    begin_.push_back(begin);
    size_.push_back(size);
    strides_.push_back(stride);
  }
  void take_all() {
    push(0, dim(), 1);
    ++out_rank_;
  }
  void take(py::handle part) {
    if (part.is_none()) {
      added_.push_back(out_rank_++);
    } else if (PySlice_Check(part.ptr())) {
      take_slice(part);
    } else {
      take_index(part);
    }
  }
  void take_slice(py::handle part) {
    Py_ssize_t start = 0, stop = 0, step = 0;
    if (PySlice_Unpack(part.ptr(), &start, &stop, &step) < 0) throw py::error_already_set();
    const Py_ssize_t size = PySlice_AdjustIndices(dim(), &start, &stop, step);
    push(size == 0 ? 0 : start, size, step);
    ++out_rank_;
  }
  void take_index(py::handle part) {
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
    check(index >= 0 && index < dim(), "slice index ", given, " of dimension ", begin_.size(),
          " out of bounds for shape ", x_.shape());
    dropped_.push_back(static_cast<int64_t>(begin_.size()));
    push(index, 1, 1);
  }
  Tensor finish() const {
    Tensor out = trivial_ && dropped_.empty() ? identity_view() : slice();
    if (!dropped_.empty()) out = squeeze(out, {.axis = dropped_});
    for (int64_t axis : added_) out = expand_dims(out, {.axis = axis});
    return out;
  }
  Tensor slice() const {
    return strided_slice(x_, {.begin = begin_, .size = size_, .strides = strides_});
  }
  const Tensor& identity_view() const { return x_; }

  const Tensor x_;
  Axes begin_, size_, strides_, dropped_, added_;
  int64_t out_rank_ = 0;
  bool trivial_ = true;
};

PyObject* subscript(PyObject* self, PyObject* key) {
  return guarded([&] { return wrap(Indexing(to_tensor(self)).apply(key)); });
}

Py_ssize_t length(PyObject* self) {
  return guarded(Py_ssize_t{-1}, [&] {
    const Tensor x = to_tensor(self);
    check(x.rank() > 0, Code::type_error, "Scalar tensor has no `len()`");
    return static_cast<Py_ssize_t>(x.shape()[0]);
  });
}

// For Python's sequence iterator, which ends at IndexError.
PyObject* item(PyObject* self, Py_ssize_t index) {
  return guarded([&] {
    const Tensor x = to_tensor(self);
    check(index < x.shape()[0], Code::index_error, "index ", static_cast<int64_t>(index),
          " is out of range");
    return wrap(Indexing(x).apply(py::int_(index).ptr()));
  });
}

PyObject* iterate(PyObject* self) {
  return guarded([&] {
    check(to_tensor(self).rank() > 0, Code::type_error, "Cannot iterate over a scalar tensor.");
    return PySeqIter_New(self);
  });
}

int refuse_assignment(PyObject* self, PyObject*, PyObject*) {
  PyErr_Format(PyExc_TypeError, "'%s' object does not support item assignment",
               is_tensor(self) ? "Tensor" : "Variable");
  return -1;
}

}  // namespace

std::vector<PyType_Slot> subscript_slots() {
  return {
      {Py_mp_subscript, reinterpret_cast<void*>(&subscript)},
      {Py_mp_length, reinterpret_cast<void*>(&length)},
      {Py_mp_ass_subscript, reinterpret_cast<void*>(&refuse_assignment)},
      {Py_sq_length, reinterpret_cast<void*>(&length)},
      {Py_sq_item, reinterpret_cast<void*>(&item)},
      {Py_tp_iter, reinterpret_cast<void*>(&iterate)},
  };
}

}  // namespace pelton::bindings
