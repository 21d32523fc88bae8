#include "bindings/ops/attr_parse.h"

#include <algorithm>

#include "bindings/tensor/convert.h"
#include "bindings/tensor/dtype_object.h"
#include "bindings/tensor/shape_object.h"
#include "bindings/tensor/symbolic_use.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/text.h"
#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "runtime/dispatch/symbolic.h"

namespace pelton::bindings {
namespace {

[[noreturn]] void refuse(const AttrField& field, PyObject* value, const char* expected) {
  PyErr_Clear();
  raise(Code::type_error, "argument '", field.name, "' must be ", expected, ", got ",
        repr_text(value));
}

// Axes, unlike sizes, must be known while a function is traced.
bool are_axes(const AttrField& field) {
  const std::string_view name = field.name;
  return name == "axis" || name == "axes" || name == "perm" || name == "batch_dims";
}

int64_t to_integer(const AttrField& field, PyObject* value) {
  if (is_symbolic(value)) {
    if (are_axes(field)) refuse_symbolic(unwrap(value), SymbolicUse::index);
    return size_in(unwrap(value));
  }
  if (PyBool_Check(value) && !are_axes(field)) refuse(field, value, "an integer");
  const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(value));
  if (!index) refuse(field, value, "an integer");
  const long long number = PyLong_AsLongLong(index.ptr());
  if (number == -1 && PyErr_Occurred()) refuse(field, value, "an integer of 64 bits");
  const bool is_size = field.kind != AttrKind::integer || is_size_field(field);
  check(!is_size || !is_name(number), "argument '", field.name, "' is out of range: ", number);
  return number;
}

double to_real(const AttrField& field, PyObject* value) {
  const double number = PyFloat_AsDouble(value);
  if (number == -1.0 && PyErr_Occurred()) refuse(field, value, "a number");
  return number;
}

// How deeply the numbers of a field may be nested: those of paddings come in pairs.
int64_t most_nesting(const AttrField& field) {
  return std::string_view(field.name).ends_with("paddings") ? kMaxRank : 1;
}

void check_nesting(const AttrField& field, PyObject* value, int64_t depth) {
  if (depth <= most_nesting(field)) return;
  if (most_nesting(field) > 1) refuse(field, value, "integers");
  raise(Code::invalid_argument, "argument '", field.name, "' must be a vector of integers, got ",
        repr_text(value), " within it");
}

// An array of no axes, which has the protocol of sequences and no length.
bool is_lone_number(PyObject* value) {
  if (PyObject_HasAttrString(value, "__array__") != 1 || PyObject_Length(value) >= 0) return false;
  PyErr_Clear();
  return true;
}

// TensorFlow takes tensors of fractions within a list of integers, and whole arrays of them.
bool is_cast_to_integers(PyObject* value, int64_t depth) {
  if (has_own_dtype(value))
    return depth > 0 && is_floating(own_dtype(value)) && to_tensor(value).rank() == 0;
  return depth == 0 && is_array_of_fractions(value);
}

// One integer, or a sequence, an array or a tensor of them. What nests deeper than arrays can may
// contain itself. `depth`: of the lists around the value.
void append_axes(const AttrField& field, PyObject* value, int64_t depth, Axes& out,
                 std::vector<Tensor>& named) {
  if (PyLong_CheckExact(value)) return out.push_back(to_integer(field, value));
  if (PyTuple_CheckExact(value) || PyList_CheckExact(value)) {
    check_nesting(field, value, depth + 1);
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value); ++i) {
      const auto item = py::reinterpret_borrow<py::object>(PySequence_Fast_GET_ITEM(value, i));
      append_axes(field, item.ptr(), depth + 1, out, named);
    }
    return;
  }
  if (is_cast_to_integers(value, depth)) {
    const Tensor whole = cast(to_tensor(value), DType::int64);
    if (whole.is_symbolic()) named.push_back(whole);
    return append_axes(field, wrap_object(whole).ptr(), depth, out, named);
  }
  if (is_symbolic(value)) {
    if (are_axes(field)) refuse_symbolic(unwrap(value), SymbolicUse::index);
    check_nesting(field, value, depth + unwrap(value).rank());
    for (int64_t size : sizes_in(unwrap(value))) out.push_back(size);
    return;
  }
  if (has_own_dtype(value)) {
    const Tensor tensor = to_tensor(value);
    if (tensor.rank() == 0) return out.push_back(to_integer(field, value));
    check_nesting(field, value, depth + tensor.rank());
    const py::object list = to_numpy(tensor).attr("tolist")();
    return append_axes(field, list.ptr(), depth, out, named);
  }
  if (is_tensor_shape(value))
    return append_axes(field, known_sizes(value).ptr(), depth, out, named);
  if (!PySequence_Check(value) || PyUnicode_Check(value) || is_lone_number(value))
    return out.push_back(to_integer(field, value));
  check_nesting(field, value, depth + 1);
  for (py::handle item : py::iter(py::handle(value)))
    append_axes(field, item.ptr(), depth + 1, out, named);
}

uint8_t to_choice(const AttrField& field, PyObject* value) {
  if (!PyUnicode_Check(value)) refuse(field, value, "a string");
  const auto text = str_text(py::handle(value).attr("upper")());
  for (size_t i = 0; i < field.choices.size(); ++i)
    if (text == py::cast<std::string>(py::str(field.choices[i]).attr("upper")()))
      return static_cast<uint8_t>(i);
  std::string all;
  for (const char* choice : field.choices) all += cat(all.empty() ? "" : ", ", choice);
  raise(Code::invalid_argument, "argument '", field.name, "' must be one of ", all, ", got ",
        repr_text(value));
}

Axes to_axes(const AttrField& field, PyObject* value, std::vector<Tensor>& named) {
  Axes axes;
  append_axes(field, value, 0, axes, named);
  return axes;
}

Text to_text(const AttrField& field, PyObject* value) {
  Py_ssize_t size = 0;
  const char* text = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, &size) : nullptr;
  if (text == nullptr) refuse(field, value, "a string");
  return Text({text, static_cast<size_t>(size)});
}

// `left`: how many items all lists may still have, for what nests may contain itself.
Constant to_constant(const AttrField& field, PyObject* value, size_t depth, size_t& left) {
  constexpr const char* kExpected = "None, a boolean, a number, a string or a list of such";
  if (value == Py_None) return {};
  if (PyBool_Check(value)) return Constant::of(value == Py_True);
  if (PyUnicode_Check(value)) return Constant::of(to_text(field, value));
  if (PyFloat_Check(value)) return Constant::of(PyFloat_AS_DOUBLE(value));
  if (PyLong_Check(value)) return Constant::of(to_integer(field, value));
  if (is_symbolic(value)) refuse(field, value, "known while a function is traced");
  if (depth > kMostNesting) refuse(field, value, "nested less deeply");
  const bool is_array = PyObject_HasAttrString(value, "tolist") == 1;
  if (has_own_dtype(value) || is_array) {  // tensors, NumPy's arrays and scalars
    const py::object array = is_array ? py::reinterpret_borrow<py::object>(value)
                                      : py::object(to_numpy(to_tensor(value)));
    const py::object size = py::getattr(array, "size", py::none());
    if (PyLong_Check(size.ptr()) && size > py::int_(left)) refuse(field, value, "a shorter list");
    const py::object list = array.attr("tolist")();
    return to_constant(field, list.ptr(), depth + 1, left);
  }
  if (!PyList_Check(value) && !PyTuple_Check(value)) refuse(field, value, kExpected);
  std::vector<Constant> items;
  for (py::handle item : py::iter(py::handle(value))) {
    if (left-- == 0) refuse(field, value, "a shorter list");
    items.push_back(to_constant(field, item.ptr(), depth + 1, left));
  }
  return Constant::list(items);
}

Constant to_constant(const AttrField& field, PyObject* value) {
  size_t left = kMostItems;
  return to_constant(field, value, 0, left);
}

bool to_boolean(const AttrField& field, PyObject* value) {
  const int truth = PyObject_IsTrue(value);
  if (truth < 0 || value == Py_None) refuse(field, value, "a boolean");
  return truth == 1;
}

template <class T>
T& as(void* at) {
  return *static_cast<T*>(at);
}

// Python's None is the absent value.
template <class Read>
void set_optional(void* at, PyObject* value, Read&& read) {
  auto& target = as<std::optional<decltype(read())>>(at);
  if (value == Py_None)
    target.reset();
  else
    target = read();
}

}  // namespace

void parse_attr(const AttrField& field, PyObject* value, void* attrs, std::vector<Tensor>& named) {
  void* at = field.at(attrs);
  switch (field.kind) {
    case AttrKind::boolean:
      as<bool>(at) = to_boolean(field, value);
      return;
    case AttrKind::integer:
      as<int64_t>(at) = to_integer(field, value);
      return;
    case AttrKind::real:
      as<double>(at) = to_real(field, value);
      return;
    case AttrKind::dtype:
      as<DType>(at) = to_dtype(value);
      return;
    case AttrKind::ints:
      as<Axes>(at) = to_axes(field, value, named);
      return;
    case AttrKind::choice:
      as<uint8_t>(at) = to_choice(field, value);
      return;
    case AttrKind::text:
      as<Text>(at) = to_text(field, value);
      return;
    case AttrKind::constant:
      as<Constant>(at) = to_constant(field, value);
      return;
    case AttrKind::optional_text:
      return set_optional(at, value, [&] { return to_text(field, value); });
    case AttrKind::optional_integer:
      return set_optional(at, value, [&] { return to_integer(field, value); });
    case AttrKind::optional_real:
      return set_optional(at, value, [&] { return to_real(field, value); });
    case AttrKind::optional_dtype:
      return set_optional(at, value, [&] { return to_dtype(value); });
    case AttrKind::optional_ints:
      return set_optional(at, value, [&] { return to_axes(field, value, named); });
  }
}

}  // namespace pelton::bindings
