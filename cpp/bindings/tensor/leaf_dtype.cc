#include "bindings/tensor/leaf_dtype.h"

#include <pybind11/numpy.h>

#include <algorithm>
#include <limits>

#include "bindings/kept_object.h"
#include "bindings/tensor/dtype_object.h"
#include "bindings/tensor/nested_list.h"
#include "bindings/tensor/shape_object.h"

namespace pelton::bindings {
namespace {

namespace py = pybind11;

enum class Leaf {
  unknown,
  nothing,
  truth,
  numpy_truth,
  whole,
  real,
  half,
  wide_real,
  complex,
  text
};

Leaf leaf_of(DType dtype) {
  if (dtype == DType::boolean) return Leaf::numpy_truth;
  if (dtype == DType::float16) return Leaf::half;
  if (dtype == DType::float32) return Leaf::real;
  if (dtype == DType::float64) return Leaf::wide_real;
  if (is_integer(dtype)) return Leaf::whole;
  if (is_complex(dtype)) return Leaf::complex;
  return Leaf::unknown;
}

// Of an array or a scalar of NumPy.
Leaf leaf_of_numpy(PyObject* object) {
  const auto dtype = py::reinterpret_borrow<py::object>(object).attr("dtype");
  const auto kind = py::cast<std::string>(dtype.attr("kind"));
  if (kind == "U" || kind == "S") return Leaf::text;
  if (std::string("biufc").find(kind) == std::string::npos) return Leaf::unknown;
  return leaf_of(from_numpy_dtype(dtype));
}

// The class of NumPy's scalars.
py::handle numpy_generic() {
  static PyObject* generic = nullptr;
  return keep_object(generic,
                     []() -> py::object { return py::module_::import("numpy").attr("generic"); });
}

Leaf leaf_of(PyObject* object) {
  if (PyBool_Check(object)) return Leaf::truth;
  if (PyFloat_CheckExact(object)) return Leaf::real;
  if (PyLong_CheckExact(object) || PyRange_Check(object)) return Leaf::whole;
  if (PyComplex_CheckExact(object)) return Leaf::complex;
  if (py::isinstance<py::array>(py::handle(object))) {
    const auto array = py::reinterpret_borrow<py::array>(object);
    return array.size() == 0 ? Leaf::nothing : leaf_of_numpy(object);
  }
  if (py::isinstance(py::handle(object), numpy_generic())) return leaf_of_numpy(object);
  return is_text(object) ? Leaf::text : Leaf::unknown;
}

bool is_fraction(Leaf leaf) {
  return leaf == Leaf::real || leaf == Leaf::half || leaf == Leaf::wide_real;
}

// The first leaf, and whether fractions or complex numbers are among the others.
class ListLeaves {
 public:
  // False where a leaf is none of those that lists of numbers, truth values and texts have.
  bool read(PyObject* object) {
    if (is_tensor_shape(object)) return read(sizes_of_shape(object).ptr());
    if (!PyList_Check(object) && !PyTuple_Check(object)) return add(leaf_of(object));
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
      if (!read(PySequence_Fast_GET_ITEM(object, i))) return false;
    return true;
  }
  Leaf first() const { return first_; }
  bool has_fraction() const { return has_fraction_; }
  bool has_complex() const { return has_complex_; }

 private:
  bool add(Leaf leaf) {
    if (leaf == Leaf::unknown) return false;
    if (leaf == Leaf::nothing) return true;
    if (first_ == Leaf::nothing) first_ = leaf;
    const auto is_truth = [](Leaf x) { return x == Leaf::truth || x == Leaf::numpy_truth; };
    const bool beside_truth = is_truth(first_) ? !is_truth(leaf) : leaf == Leaf::numpy_truth;
    const bool beside_text = (first_ == Leaf::text) != (leaf == Leaf::text);
    check(!beside_truth && !beside_text, Code::value_error,
          "Can't convert Python sequence with mixed types to Tensor.");
    has_fraction_ |= is_fraction(leaf);
    has_complex_ |= leaf == Leaf::complex;
    return true;
  }

  Leaf first_ = Leaf::nothing;
  bool has_fraction_ = false;
  bool has_complex_ = false;
};

// int32, or int64 for values that need it; uint64 for those that need even that.
DType whole_dtype(const Tensor& value) {
  if (!is_integer(value.dtype())) return DType::int32;
  const auto fits = [&]<class Target>(Target) {
    bool all = true;
    visit(IntegerTypes{}, value.dtype(), [&]<class T>() {
      const T* const first = value.data_as<T>();
      all = std::all_of(first, first + value.size(),
                        [](T number) { return std::in_range<Target>(number); });
    });
    return all;
  };
  if (fits(int32_t{})) return DType::int32;
  return fits(int64_t{}) ? DType::int64 : value.dtype();
}

}  // namespace

std::optional<DType> natural_dtype(PyObject* list, const Tensor& value) {
  ListLeaves leaves;
  if (!leaves.read(list) || leaves.first() == Leaf::text) return {};
  if (leaves.has_complex()) return DType::complex128;
  switch (leaves.first()) {
    case Leaf::truth:
    case Leaf::numpy_truth:
      return DType::boolean;
    case Leaf::half:
      return DType::float16;
    case Leaf::wide_real:
      return DType::float64;
    case Leaf::whole:
      return leaves.has_fraction() ? DType::float32 : whole_dtype(value);
    default:
      return DType::float32;
  }
}

}  // namespace pelton::bindings
