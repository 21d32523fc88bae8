// Owns length, indexing and iteration of Tensor and Variable. Values never change through an index.
#include <algorithm>

#include "bindings/errors.h"
#include "bindings/kept_object.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/indexing.h"
#include "bindings/tensor/operators.h"
#include "bindings/tensor/symbolic_use.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/tensor/variable_slice.h"
#include "bindings/tensor/variable_type.h"
#include "ops/array/array.h"
#include "runtime/threads/interrupt.h"

namespace pelton::bindings {
namespace {

// A mask stands for an index when it is a tensor, an array or a bool, alone and boolean.
bool is_mask(PyObject* key) {
  if (PyLong_CheckExact(key) || PySlice_Check(key) || PyTuple_Check(key)) return false;
  if (PyBool_Check(key)) return true;
  if (is_tensor(key)) return unwrap(key).dtype() == DType::boolean;
  return is_boolean_array(key);
}

// Whether sizes or bounds are not known before there is data.
bool has_symbolic_part(const Tensor& x, PyObject* key) {
  if (x.is_symbolic() || is_symbolic(key)) return true;
  const IndexParts parts(key);
  return std::any_of(parts.begin(), parts.end(), [](py::handle part) {
    if (!PySlice_Check(part.ptr())) return is_symbolic(part.ptr());
    const auto* slice = reinterpret_cast<PySliceObject*>(part.ptr());
    return is_symbolic(slice->start) || is_symbolic(slice->stop);
  });
}

Tensor index(const Tensor& x, PyObject* key) {
  if (is_mask(key)) return boolean_mask(x, to_tensor(key), {.axis = 0});
  const Indexing indexing(x.shape(), key, has_symbolic_part(x, key) ? x : Tensor());
  const bool untouched = indexing.is_all() && indexing.dropped().empty();
  Tensor out = untouched ? x : strided_slice(x, indexing.slice());
  if (!indexing.dropped().empty()) out = squeeze(out, {.axis = indexing.dropped()});
  for (int64_t axis : indexing.added()) out = expand_dims(out, {.axis = axis});
  return out;
}

PyObject* subscript(PyObject* self, PyObject* key) {
  return guarded([&] {
    Tensor part = index(to_tensor(self), key);
    const bool is_assignable = is_variable(self) && !is_mask(key);
    return is_assignable ? wrap_slice(std::move(part), self, key) : wrap(std::move(part));
  });
}

Py_ssize_t length(PyObject* self) {
  return guarded(Py_ssize_t{-1}, [&] {
    const Tensor x = to_tensor(self);
    if (x.is_symbolic()) refuse_symbolic(x, SymbolicUse::length);
    check(x.rank() > 0, Code::type_error, "Scalar tensor has no `len()`");
    return static_cast<Py_ssize_t>(x.shape()[0]);
  });
}

// list(tensor) runs no Python between its rows, and a variable may change between them.
Tensor row(const Tensor& x, Py_ssize_t position) {
  poll_interrupt_at(position);
  return index(x, py::int_(position).ptr());
}

Py_ssize_t row_count(const Tensor& x) { return x.rank() > 0 ? x.shape()[0] : 0; }

PyObject* item(PyObject* self, Py_ssize_t position) {
  return guarded([&] {
    const Tensor x = to_tensor(self);
    check(position < row_count(x), Code::index_error, "index ", static_cast<int64_t>(position),
          " is out of range");
    return wrap(row(x, position));
  });
}

// Over the rows of a tensor or variable. Python's own iterator of sequences would ask
// `__getitem__`, once that is set, for the row behind the last one: no IndexError for tensors.
struct RowIterator {
  PyObject ob_base;
  PyObject* of;
  Py_ssize_t next;
};

PyObject* next_row(PyObject* object) {
  auto* self = reinterpret_cast<RowIterator*>(object);
  return guarded([&]() -> PyObject* {
    const Tensor x = to_tensor(self->of);
    if (self->next >= row_count(x)) return nullptr;
    Tensor found = row(x, self->next);
    ++self->next;
    return wrap(std::move(found));
  });
}

PyObject* rows_left(PyObject* object, PyObject*) {
  auto* self = reinterpret_cast<RowIterator*>(object);
  return guarded([&] {
    const Py_ssize_t count = row_count(to_tensor(self->of));
    return PyLong_FromSsize_t(std::max<Py_ssize_t>(count - self->next, 0));
  });
}

void delete_rows(PyObject* object) {
  PyTypeObject* type = Py_TYPE(object);
  Py_XDECREF(reinterpret_cast<RowIterator*>(object)->of);
  type->tp_free(object);
  Py_DECREF(type);
}

PyTypeObject* row_iterator_type() {
  static PyMethodDef methods[] = {{"__length_hint__", &rows_left, METH_NOARGS, nullptr}, {}};
  static PyType_Slot slots[] = {
      {Py_tp_iter, reinterpret_cast<void*>(&PyObject_SelfIter)},
      {Py_tp_iternext, reinterpret_cast<void*>(&next_row)},
      {Py_tp_methods, methods},
      {Py_tp_dealloc, reinterpret_cast<void*>(&delete_rows)},
      {0, nullptr},
  };
  static PyType_Spec spec{"pelton.RowIterator", sizeof(RowIterator), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  static PyObject* type = nullptr;
  const py::handle found = keep_object(type, [] {
    auto made = py::reinterpret_steal<py::object>(PyType_FromSpec(&spec));
    if (!made) throw py::error_already_set();
    return made;
  });
  return reinterpret_cast<PyTypeObject*>(found.ptr());
}

PyObject* iterate(PyObject* self) {
  return guarded([&] {
    const Tensor x = to_tensor(self);
    check(x.rank() > 0, Code::type_error, "Cannot iterate over a scalar tensor.");
    if (!is_known(x.shape()[0])) refuse_symbolic(x, SymbolicUse::iteration);
    PyTypeObject* type = row_iterator_type();
    PyObject* made = type->tp_alloc(type, 0);
    if (made == nullptr) throw py::error_already_set();
    auto* rows = reinterpret_cast<RowIterator*>(made);
    rows->of = Py_NewRef(self);
    rows->next = 0;
    return made;
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
