#include "bindings/tensor/nested_list.h"

#include <limits>
#include <vector>

#include "bindings/tensor/convert.h"
#include "bindings/text.h"
#include "ops/array/array.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"

namespace pelton::bindings {
namespace {

namespace py = pybind11;

enum class Kind { none, boolean, integer, wide_integer, huge_integer, real, complex, text };

// Of an integer that is more than the dtype holds, or of none that would be its own.
[[noreturn]] void raise_out_of_range() {
  PyErr_Clear();
  raise(Code::value_error, "Can't convert Python sequence with out-of-range integer to Tensor.");
}

bool is_list(PyObject* object) { return PyList_Check(object) || PyTuple_Check(object); }

Kind kind_of(PyObject* leaf) {
  if (PyBool_Check(leaf)) return Kind::boolean;
  if (PyFloat_CheckExact(leaf)) return Kind::real;
  if (PyComplex_CheckExact(leaf)) return Kind::complex;
  if (is_text(leaf)) return Kind::text;
  if (!PyLong_CheckExact(leaf)) return Kind::none;
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(leaf, &overflow);
  if (overflow != 0) return Kind::huge_integer;
  const bool wide =
      value > std::numeric_limits<int32_t>::max() || value < std::numeric_limits<int32_t>::min();
  return wide ? Kind::wide_integer : Kind::integer;
}

// First pass: the shape, the widest kind, and whether all leaves are Python numbers.
class Survey {
 public:
  bool read(PyObject* object) {
    measure(object);
    return walk(object, 0);
  }
  const Shape& shape() const { return shape_; }
  DType natural_dtype() const {
    switch (kind_) {
      case Kind::boolean:
        return DType::boolean;
      case Kind::integer:
        return DType::int32;
      case Kind::wide_integer:
        return DType::int64;
      case Kind::huge_integer:
        raise_out_of_range();
      case Kind::complex:
        return DType::complex128;
      case Kind::text:
        return DType::string;
      default:
        return DType::float32;
    }
  }
  Kind kind() const { return kind_; }

 private:
  void measure(PyObject* object) {
    while (is_list(object)) {
      shape_.push_back(PySequence_Fast_GET_SIZE(object));
      if (shape_.back() == 0) return;
      object = PySequence_Fast_GET_ITEM(object, 0);
    }
  }
  bool walk(PyObject* object, size_t depth) {
    if (!is_list(object)) {
      const Kind kind = kind_of(object);
      if (kind == Kind::none) return false;
      check(depth == shape_.size(), Code::value_error,
            "Can't convert non-rectangular Python sequence to Tensor.");
      // Truth values after numbers are numbers, as they are in Python; not those before.
      const bool after_truth = kind_ == Kind::boolean && kind != Kind::boolean;
      const bool beside_text = (kind == Kind::text) != (kind_ == Kind::text);
      check(kind_ == Kind::none || !(after_truth || beside_text), Code::value_error,
            "Can't convert Python sequence with mixed types to Tensor.");
      kind_ = std::max(kind_, kind);
      return true;
    }
    const Py_ssize_t size = PySequence_Fast_GET_SIZE(object);
    check(depth < shape_.size() && size == shape_[depth], Code::value_error,
          "Can't convert non-rectangular Python sequence to Tensor.");
    for (Py_ssize_t i = 0; i < size; ++i)
      if (!walk(PySequence_Fast_GET_ITEM(object, i), depth + 1)) return false;
    return true;
  }

  Shape shape_;
  Kind kind_ = Kind::none;
};

template <class T>
T read_leaf(PyObject* leaf, DType dtype) {
  if constexpr (std::is_same_v<T, Complex64> || std::is_same_v<T, Complex128>) {
    const Py_complex value = PyComplex_AsCComplex(leaf);
    if (value.real == -1 && PyErr_Occurred()) raise_out_of_range();
    return T(static_cast<typename T::value_type>(value.real),
             static_cast<typename T::value_type>(value.imag));
  } else if constexpr (std::is_same_v<T, bool>) {
    return leaf == Py_True;
  } else if constexpr (std::is_integral_v<T>) {
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(leaf, &overflow);
    if (overflow != 0) {  // of uint64 alone
      const unsigned long long huge = PyLong_AsUnsignedLongLong(leaf);
      if (PyErr_Occurred()) raise_out_of_range();
      return static_cast<T>(huge);
    }
    check(std::in_range<T>(value), Code::value_error, "Can't convert Python integer ", value,
          " to ", dtype, ": it is out of range");
    return static_cast<T>(value);
  } else {
    const double value = PyFloat_AsDouble(leaf);
    if (value == -1 && PyErr_Occurred()) raise_out_of_range();
    return static_cast<T>(static_cast<std::conditional_t<sizeof(T) == 2, float, T>>(value));
  }
}

template <class T>
T* fill(PyObject* object, T* out, DType dtype) {
  if (!is_list(object)) {
    *out = read_leaf<T>(object, dtype);
    return out + 1;
  }
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
    out = fill(PySequence_Fast_GET_ITEM(object, i), out, dtype);
  return out;
}

StringElement* fill_strings(PyObject* object, StringElement* out, StringBytes& bytes) {
  if (!is_list(object)) {
    *out = bytes.add(text_bytes(object));
    return out + 1;
  }
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
    out = fill_strings(PySequence_Fast_GET_ITEM(object, i), out, bytes);
  return out;
}

void fill_tensor(PyObject* object, const Tensor& out) {
  const DType dtype = out.dtype();
  if (dtype == DType::string) {
    auto bytes = make_ref<StringBytes>();
    fill_strings(object, out.data_as<StringElement>(), *bytes);
    return out.storage()->set_strings(bytes);
  }
  visit(AllTypes{}, dtype, [&]<class T>() { fill(object, out.data_as<T>(), dtype); });
}

constexpr DTypeSet kTakeTruth{DType::boolean, DType::float16, DType::float32,
                              DType::float64, DType::int32,   DType::int64};
constexpr DTypeSet kTakeHuge{DType::float16, DType::float32, DType::float64, DType::uint64};

// Whether Python values of `kind` may become `dtype` silently.
bool fits(Kind kind, DType dtype) {
  if (dtype == DType::string) return kind == Kind::text || kind == Kind::none;
  switch (kind) {
    case Kind::none:
      return true;
    case Kind::boolean:  // numbers of those dtypes that TensorFlow reads without asking NumPy
      return kTakeTruth.contains(dtype);
    case Kind::integer:
    case Kind::wide_integer:
    case Kind::huge_integer:
      return dtype != DType::boolean;
    case Kind::real:
      return is_floating(dtype) || is_complex(dtype);
    case Kind::complex:
      return is_complex(dtype);
    case Kind::text:
      return false;
  }
  return false;
}

// Deeper than a tensor has axes there is nothing to convert, only lists that contain themselves.
void check_depth(PyObject* object, int64_t depth) {
  if (!is_list(object)) return;
  check(depth < kMaxRank, Code::value_error, "lists nested deeper than ", kMaxRank,
        " levels, or that contain themselves, cannot become a tensor");
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
    check_depth(PySequence_Fast_GET_ITEM(object, i), depth + 1);
}

// Lists of tensors become one tensor by stacking, as tf.convert_to_tensor packs them.
std::optional<Tensor> from_tensors(PyObject* object, std::optional<DType> dtype) {
  if (!is_list(object) || PySequence_Fast_GET_SIZE(object) == 0) return std::nullopt;
  bool any = false;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
    any |= has_own_dtype(PySequence_Fast_GET_ITEM(object, i));
  if (!any) return std::nullopt;
  for (Py_ssize_t i = 0; !dtype && i < PySequence_Fast_GET_SIZE(object); ++i)
    if (PyObject* item = PySequence_Fast_GET_ITEM(object, i); has_own_dtype(item))
      dtype = own_dtype(item);
  std::vector<Tensor> parts;
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(object); ++i)
    parts.push_back(to_tensor_like(PySequence_Fast_GET_ITEM(object, i), dtype));
  return stack(parts, {.axis = 0});
}

}  // namespace

bool is_text(PyObject* object) { return PyUnicode_Check(object) || PyBytes_Check(object); }

std::string_view text_bytes(PyObject* text) {
  Py_ssize_t size = 0;
  if (PyBytes_Check(text))
    return {PyBytes_AS_STRING(text), static_cast<size_t>(PyBytes_GET_SIZE(text))};
  const char* const data = PyUnicode_AsUTF8AndSize(text, &size);
  if (data == nullptr) throw py::error_already_set();
  return {data, static_cast<size_t>(size)};
}

void check_nesting(PyObject* object) { check_depth(object, 0); }

std::optional<Tensor> from_nested(PyObject* object, std::optional<DType> dtype) {
  Survey survey;
  if (!survey.read(object)) {
    check_nesting(object);
    return from_tensors(object, dtype);
  }
  const DType target = dtype ? *dtype : survey.natural_dtype();
  if (!fits(survey.kind(), target))  // a check would work the text out each time
    raise(Code::type_error, "Cannot convert ", repr_text(object), " to EagerTensor of dtype ",
          target);
  if (survey.kind() == Kind::huge_integer && !kTakeHuge.contains(target)) raise_out_of_range();
  Tensor out = empty(survey.shape(), target);
  fill_tensor(object, out);
  notify_host_value(out);
  return out;
}

Tensor cast_host(const Tensor& value, DType dtype) {
  Tensor out;
  {
    const PauseObservers unseen;
    out = cast(value, dtype);
  }
  notify_host_value(out);
  return out;
}

}  // namespace pelton::bindings
