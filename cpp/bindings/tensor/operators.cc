// Owns the operators of Tensor and Variable: arithmetic, comparison, truth and number conversions.
#include <algorithm>
#include <cmath>
#include <string_view>

#include "bindings/errors.h"
#include "bindings/gil.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/nested_list.h"
#include "bindings/tensor/operators.h"
#include "bindings/tensor/shape_object.h"
#include "bindings/tensor/symbolic_use.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/tensor/variable_type.h"
#include "nn/module/keras_version.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"

namespace pelton::bindings {
namespace {

using Binary = Tensor (*)(const Tensor&, const Tensor&);
using Unary = Tensor (*)(const Tensor&);

// What can stand beside `other`; anything else may know the operator itself.
bool is_operand(PyObject* object, PyObject* other) {
  if (is_text(object)) return has_own_dtype(other) && own_dtype(other) == DType::string;
  return has_own_dtype(object) || PyFloat_Check(object) || PyLong_Check(object) ||
         PyComplex_Check(object) || PyList_Check(object) || PyTuple_Check(object) ||
         PyRange_Check(object) || is_tensor_shape(object) ||
         PyObject_HasAttrString(object, "__array__") || is_gradient_in_slices(object);
}

// The tensor in an object that the caller holds, or one that is made of the object.
class Operand {
 public:
  Operand(PyObject* object, PyObject* other)
      : made_(is_tensor(object) ? Tensor() : make(object, other)),
        tensor_(is_tensor(object) ? unwrap(object) : made_) {}
  const Tensor& operator*() const { return tensor_; }

 private:
  static Tensor make(PyObject* object, PyObject* other) {
    if (is_variable(object)) return read_variable(*unwrap_variable(object));
    return to_tensor_like(object, own_dtype(other));
  }

  const Tensor made_;
  const Tensor& tensor_;
};

// The name of an operator as an argument of a template.
template <size_t n>
struct Name {
  constexpr Name(const char (&given)[n]) { std::copy_n(given, n, text); }
  char text[n];
};

// Whether Keras's operators would cast `tensor`, a tensor or variable, or what stands beside it.
bool may_promote(PyObject* tensor, PyObject* other, bool divides) {
  const DType dtype = own_dtype(tensor);
  if (divides && (is_integer(dtype) || dtype == DType::boolean)) return true;
  if (has_own_dtype(other)) return own_dtype(other) != dtype;
  if (PyFloat_CheckExact(other)) return !is_floating(dtype) && !is_complex(dtype);
  return !PyLong_CheckExact(other) || dtype == DType::boolean;
}

// One that Keras made, as layers' weights are. Keras 2's have TensorFlow's operators.
bool is_keras_variable(PyObject* object) {
  return is_variable(object) && unwrap_variable(object)->has_path() && !speaks_keras_2();
}

// What Keras's operator of that name gives where one is a variable of Keras's or, outside of
// layers, a symbolic tensor of a model; null elsewhere, and where it would cast nothing. Kept out
// of binary(): its frame would make every call dearer.
[[gnu::noinline]] PyObject* by_keras(const char* name, PyObject* a, PyObject* b) {
  const bool of_variable = is_keras_variable(a) || is_keras_variable(b);
  const bool first = of_variable ? is_keras_variable(a) : is_symbolic(a);
  if (!of_variable && context().symbolic_scope() != nullptr) return nullptr;
  const bool divides = std::string_view(name) == "true_divide";
  if (!may_promote(first ? a : b, first ? b : a, divides)) return nullptr;
  static PyObject* const graphs = PyUnicode_InternFromString("pelton.keras.models.graph");
  const auto loaded = py::reinterpret_steal<py::object>(PyImport_GetModule(graphs));
  if (!of_variable && !loaded) return nullptr;
  py::object given = py::module_::import("pelton.keras.models.graph_operators")
                         .attr("promoted")(name, py::handle(a), py::handle(b), of_variable);
  return given.ptr() == Py_NotImplemented ? nullptr : given.release().ptr();
}

template <Name kName, Binary Op>
PyObject* binary(PyObject* a, PyObject* b) {
  const auto run = [](const Tensor& x, const Tensor& y) {
    return wrap(unlocked(x.bytes() + y.bytes(), [&] { return Op(x, y); }));
  };
  // The caller holds both objects.
  if (is_tensor(a) && is_tensor(b))
    return guarded([&] {
      const Tensor &x = unwrap(a), &y = unwrap(b);
      if (x.is_symbolic() || y.is_symbolic()) [[unlikely]]
        if (PyObject* const given = by_keras(kName.text, a, b)) return given;
      return run(x, y);
    });
  const bool has_none = a == Py_None || b == Py_None;
  if (!has_none && (!is_operand(a, b) || !is_operand(b, a))) Py_RETURN_NOTIMPLEMENTED;
  return guarded([&] {
    if (is_symbolic(a) || is_symbolic(b) || is_keras_variable(a) || is_keras_variable(b))
        [[unlikely]]
      if (PyObject* const given = by_keras(kName.text, a, b)) return given;
    const Operand x(a, b), y(b, a);
    return run(*x, *y);
  });
}

template <Unary Op>
PyObject* unary(PyObject* a) {
  return guarded([&] { return wrap(is_tensor(a) ? Op(unwrap(a)) : Op(to_tensor(a))); });
}

// `&`, `|`, `^` and `~` are logical on booleans and bitwise on integers.
template <Binary Logical, Binary Bitwise>
Tensor logical_or_bitwise(const Tensor& x, const Tensor& y) {
  return x.dtype() == DType::boolean ? Logical(x, y) : Bitwise(x, y);
}

// `*` of booleans is their logical and, as TensorFlow's operator alone has it.
Tensor times(const Tensor& x, const Tensor& y) {
  return x.dtype() == DType::boolean ? logical_and(x, y) : multiply(x, y);
}

Tensor invert(const Tensor& x) {
  return x.dtype() == DType::boolean ? logical_not(x) : bitwise_invert(x);
}

Tensor product(const Tensor& x, const Tensor& y) { return matmul(x, y); }

PyObject* power(PyObject* a, PyObject* b, PyObject* modulus) {
  if (modulus != Py_None) Py_RETURN_NOTIMPLEMENTED;
  return binary<"power", &pow>(a, b);
}

bool fit_together(const Tensor& x, const Tensor& y) {
  try {
    broadcast_shapes(x.shape(), y.shape());
    return true;
  } catch (const Error&) {
    return false;
  }
}

// `==` of shapes that do not fit is False, not an error, as TensorFlow answers.
Tensor equal_or_false(const Tensor& x, const Tensor& y) {
  return fit_together(x, y) ? equal(x, y) : scalar(0, DType::boolean);
}

Tensor differ_or_true(const Tensor& x, const Tensor& y) {
  return fit_together(x, y) ? not_equal(x, y) : scalar(1, DType::boolean);
}

PyObject* compare(PyObject* a, PyObject* b, int operation) {
  if (b == Py_None && operation == Py_EQ) Py_RETURN_FALSE;
  if (b == Py_None && operation == Py_NE) Py_RETURN_TRUE;
  switch (operation) {
    case Py_LT:
      return binary<"less", &less>(a, b);
    case Py_LE:
      return binary<"less_equal", &less_equal>(a, b);
    case Py_GT:
      return binary<"greater", &greater>(a, b);
    case Py_GE:
      return binary<"greater_equal", &greater_equal>(a, b);
    case Py_EQ:
      return binary<"equal", &equal_or_false>(a, b);
    default:
      return binary<"not_equal", &differ_or_true>(a, b);
  }
}

Py_hash_t refuse_hash(PyObject* self) {
  PyErr_Format(PyExc_TypeError, "%s is unhashable. Instead, use %s.ref() as the key.",
               is_tensor(self) ? "Tensor" : "Variable", is_tensor(self) ? "tensor" : "variable");
  return -1;
}

// The only element, as a Python number.
py::object item_of(PyObject* self, SymbolicUse use = SymbolicUse::number) {
  const Tensor x = to_tensor(self);
  if (x.is_symbolic()) refuse_symbolic(x, use);
  check(x.size() == 1, Code::type_error,
        "only a tensor with one element converts to a Python number, got ", x);
  return to_numpy(x).attr("item")();
}

PyObject* to_float(PyObject* self) {
  return guarded([&] { return PyNumber_Float(item_of(self).ptr()); });
}

PyObject* to_int(PyObject* self) {
  return guarded([&] { return PyNumber_Long(item_of(self).ptr()); });
}

PyObject* to_index(PyObject* self) {
  return guarded([&] {
    const Tensor x = to_tensor(self);
    if (x.is_symbolic()) refuse_symbolic(x, SymbolicUse::index);
    check(x.rank() == 0 && is_integer(x.dtype()), Code::type_error,
          "only integer scalar tensors can be converted to an index, got ", x);
    return item_of(self).release().ptr();
  });
}

int truth(PyObject* self) {
  return guarded(-1, [&] {
    const Tensor x = to_tensor(self);
    if (x.is_symbolic()) refuse_symbolic(x, SymbolicUse::truth);
    check(x.size() == 1, Code::value_error,
          "The truth value of a tensor with other than one element is ambiguous, got ", x);
    if (context().observers().empty() || x.dtype() == DType::boolean)
      return PyObject_IsTrue(item_of(self).ptr());
    // Who traces needs to know no more than this.
    return PyObject_IsTrue(to_numpy(not_equal(x, zeros_like(x))).attr("item")().ptr());
  });
}

}  // namespace

std::vector<PyType_Slot> operator_slots() {
  const auto slot = [](int id, auto* function) {
    return PyType_Slot{id, reinterpret_cast<void*>(function)};
  };
  return {
      slot(Py_nb_add, &binary<"add", &add>),
      slot(Py_nb_subtract, &binary<"subtract", &subtract>),
      slot(Py_nb_multiply, &binary<"multiply", &times>),
      slot(Py_nb_true_divide, &binary<"true_divide", &divide>),
      slot(Py_nb_floor_divide, &binary<"floor_divide", &floordiv>),
      slot(Py_nb_remainder, &binary<"mod", &floormod>),
      slot(Py_nb_matrix_multiply, &binary<"matmul", &product>),
      slot(Py_nb_power, &power),
      slot(Py_nb_and, &binary<"bitwise_and", &logical_or_bitwise<&logical_and, &bitwise_and>>),
      slot(Py_nb_or, &binary<"bitwise_or", &logical_or_bitwise<&logical_or, &bitwise_or>>),
      slot(Py_nb_xor, &binary<"bitwise_xor", &logical_or_bitwise<&logical_xor, &bitwise_xor>>),
      slot(Py_nb_negative, &unary<&negative>),
      slot(Py_nb_absolute, &unary<&abs>),
      slot(Py_nb_invert, &unary<&invert>),
      slot(Py_nb_bool, &truth),
      slot(Py_nb_float, &to_float),
      slot(Py_nb_int, &to_int),
      slot(Py_nb_index, &to_index),
      slot(Py_tp_richcompare, &compare),
      slot(Py_tp_hash, &refuse_hash),
  };
}

}  // namespace pelton::bindings
