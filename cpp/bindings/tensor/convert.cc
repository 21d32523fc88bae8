#include "bindings/tensor/convert.h"

#include <pybind11/numpy.h>

#include "bindings/gil.h"
#include "bindings/ops/composite_values.h"
#include "bindings/tensor/dtype_object.h"
#include "bindings/tensor/leaf_dtype.h"
#include "bindings/tensor/nested_list.h"
#include "bindings/tensor/shape_object.h"
#include "bindings/tensor/symbolic_use.h"
#include "bindings/tensor/tensor_type.h"
#include "bindings/tensor/variable_type.h"
#include "bindings/text.h"
#include "ops/array/array.h"
#include "ops/array/sizes.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"
#include "runtime/runtime.h"

namespace pelton::bindings {
namespace {

// Once loaded it stays: modules of C code are never taken down.
bool is_numpy_module_loaded() {
  static bool loaded = false;
  static PyObject* const name = PyUnicode_InternFromString("numpy");
  if (!loaded) loaded = PyDict_GetItemWithError(PyImport_GetModuleDict(), name) != nullptr;
  return loaded;
}

bool is_array(PyObject* object) {
  return is_numpy_module_loaded() && py::isinstance<py::array>(py::handle(object));
}

// True for NumPy scalars and everything else that NumPy can read by protocol.
bool has_array_protocol(PyObject* object) {
  return PyObject_HasAttrString(object, "__array__") || PyObject_CheckBuffer(object) ||
         PyObject_HasAttrString(object, "__array_interface__") ||
         PyObject_HasAttrString(object, "__dlpack__");
}

// The array in row-major and native byte order: itself, if it is so, else a copy.
py::array dense_array(const py::array& array) {
  const char order = array.dtype().byteorder();
  const bool native = order == '=' || order == '|';
  if (native && (array.flags() & py::array::c_style) != 0) return array;
  const py::object make = py::module_::import("numpy").attr("ascontiguousarray");
  return native ? make(array) : make(array, array.dtype().attr("newbyteorder")("="));
}

// Of an array of str, bytes or objects that are either.
Tensor from_string_array(const py::array& array, const Shape& shape) {
  Tensor out = empty(shape, DType::string);
  auto bytes = make_ref<StringBytes>();
  auto* element = out.data_as<StringElement>();
  const py::list items = array.attr("ravel")().attr("tolist")();
  for (py::handle item : items) {
    if (!PyUnicode_Check(item.ptr()) && !PyBytes_Check(item.ptr()))
      raise(Code::value_error,
            "Failed to convert a NumPy array to a Tensor (Unsupported object type ",
            Py_TYPE(item.ptr())->tp_name, ").");
    *element++ = bytes->add(text_bytes(item.ptr()));
  }
  out.storage()->set_strings(bytes);
  notify_host_value(out);
  return out;
}

// The array; one of objects as NumPy reads them as `dtype`.
py::array of_numbers(const py::array& array, std::optional<DType> dtype) {
  if (!dtype || *dtype == DType::string || array.dtype().kind() != 'O') return array;
  try {
    return array.attr("astype")(numpy_dtype(*dtype));
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ValueError) && !error.matches(PyExc_TypeError)) throw;
    raise(Code::value_error, "Cannot convert ", repr_text(array), " to EagerTensor of dtype ",
          *dtype, ": ", text_of(error.value().attr("__str__")()));
  }
}

Tensor from_array(const py::array& array) {
  const DType dtype = from_numpy_dtype(array.dtype());
  Shape shape;
  for (py::ssize_t i = 0; i < array.ndim(); ++i) shape.push_back(array.shape(i));
  if (dtype == DType::string) return from_string_array(array, shape);
  return from_host(dense_array(array).data(), shape, dtype);
}

// Dtypes whose values the other holds without changing kind: bool < integer < floating < complex;
// strings hold no others, nor others them.
int kind_of(DType dtype) {
  if (dtype == DType::boolean) return 0;
  if (is_integer(dtype)) return 1;
  return is_floating(dtype) ? 2 : 3;
}

[[noreturn]] void refuse(PyObject* object, std::optional<DType> dtype) {
  const std::string target = dtype ? cat(" of dtype ", *dtype) : std::string();
  raise(Code::type_error, "Cannot convert ", repr_text(object), " to EagerTensor", target);
}

Tensor convert_kind(const Tensor& value, PyObject* object, DType dtype) {
  if (value.dtype() == dtype) return value;
  if (value.dtype() == DType::string || dtype == DType::string ||
      kind_of(value.dtype()) > kind_of(dtype) ||
      (kind_of(value.dtype()) == 0 && kind_of(dtype) != 0))
    refuse(object, dtype);
  return cast_host(value, dtype);
}

// Arrays and NumPy's scalars become any dtype, as NumPy's astype makes it: fractions are cut off.
Tensor convert_array(const Tensor& value, PyObject* object, DType dtype) {
  if (value.dtype() == dtype) return value;
  check((value.dtype() == DType::string) == (dtype == DType::string), Code::value_error,
        "Cannot convert ", repr_text(object), " to EagerTensor of dtype ", dtype);
  return cast_host(value, dtype);
}

// Lists whose leaves NumPy reads: of no elements, they have any dtype.
Tensor convert_list(const Tensor& value, PyObject* list, std::optional<DType> dtype) {
  if (!dtype) {
    const auto natural = natural_dtype(list, value);
    return natural && *natural != value.dtype() ? cast_host(value, *natural) : value;
  }
  return value.size() == 0 ? empty(value.shape(), *dtype) : convert_kind(value, list, *dtype);
}

// Ranges, deques and other sequences that no protocol of arrays knows, as lists.
py::object as_list(PyObject* object) {
  const bool is_known = PyList_Check(object) || PyTuple_Check(object) || is_text(object);
  if (is_known || !PySequence_Check(object) || PyDict_Check(object) || is_composite(object) ||
      is_array(object) || has_array_protocol(object))
    return py::reinterpret_borrow<py::object>(object);
  const py::object list = py::reinterpret_steal<py::object>(PySequence_List(object));
  if (!list) throw py::error_already_set();
  return list;
}

// The sizes of a TensorShape: int32, or int64 where one needs it.
Tensor from_shape(PyObject* shape, std::optional<DType> dtype) {
  check(!dtype || *dtype == DType::int32 || *dtype == DType::int64, Code::type_error,
        "Cannot convert TensorShape ", str_text(shape), " to dtype ", dtype.value_or(DType::int32),
        ". Allowed dtypes are tf.int32 and tf.int64.");
  const py::tuple sizes = known_sizes(shape);
  return *from_nested(sizes.ptr(), sizes.empty() ? dtype.value_or(DType::int32) : dtype);
}

// The usual number beside a tensor.
Tensor from_float(PyObject* number) {
  Tensor out = empty({}, DType::float32);
  *out.data_as<float>() = static_cast<float>(PyFloat_AS_DOUBLE(number));
  notify_host_value(out);
  return out;
}

// Any value but a tensor or a variable, on the host.
Tensor from_value(PyObject* given, std::optional<DType> dtype) {
  if (PyFloat_CheckExact(given) && dtype.value_or(DType::float32) == DType::float32)
    return from_float(given);
  if (is_tensor_shape(given)) return from_shape(given, dtype);
  const py::object held = as_list(given);
  PyObject* const object = held.ptr();
  if (PyBool_Check(object) || PyLong_CheckExact(object) || PyFloat_CheckExact(object) ||
      PyComplex_CheckExact(object) || PyUnicode_Check(object) || PyBytes_Check(object) ||
      PyList_Check(object) || PyTuple_Check(object)) {
    if (auto value = from_nested(object, dtype)) return *value;
  }
  if (object == Py_None || PyDict_Check(object) || PySet_Check(object))
    raise(Code::value_error, "Attempt to convert a value (", repr_text(object),
          ") with an unsupported type (", Py_TYPE(object)->tp_name, ") to a Tensor.");
  if (is_composite(object) ||
      (!is_array(object) && !has_array_protocol(object) && !PySequence_Check(object)))
    raise(Code::value_error, "Attempt to convert a value of unsupported type (",
          Py_TYPE(object)->tp_name, ") to a Tensor.");
  const bool is_list = PyList_Check(object) || PyTuple_Check(object);
  const auto array =
      is_array(object)
          ? py::reinterpret_borrow<py::array>(object)
          : py::array(py::module_::import("numpy").attr("asarray")(py::handle(object)));
  const Tensor value = from_array(is_list ? array : of_numbers(array, dtype));
  if (is_list) return convert_list(value, object, dtype);
  return dtype ? convert_array(value, object, *dtype) : value;
}

// What the object's __tf_tensor__(dtype, name) gives, TensorFlow's protocol for classes of others;
// nothing for objects without.
std::optional<Tensor> by_protocol(PyObject* object, std::optional<DType> dtype) {
  if (PyType_Check(object) || !PyObject_HasAttrString(object, "__tf_tensor__")) return {};
  const py::object wanted =
      dtype ? py::reinterpret_borrow<py::object>(dtype_object(*dtype)) : py::object(py::none());
  const py::object made = py::handle(object).attr("__tf_tensor__")(wanted, py::none());
  check(has_own_dtype(made.ptr()), Code::type_error, "__tf_tensor__ of ", Py_TYPE(object)->tp_name,
        " must return a tensor, got ", repr_text(made.ptr()));
  return to_tensor(made.ptr());
}

// Those of which from_value knows all that there is to know.
bool is_plain(PyObject* object) {
  return PyFloat_CheckExact(object) || PyLong_CheckExact(object) || PyBool_Check(object) ||
         PyComplex_CheckExact(object) || PyList_CheckExact(object) || PyTuple_CheckExact(object) ||
         is_array(object);
}

}  // namespace

bool has_own_dtype(PyObject* object) { return is_tensor(object) || is_variable(object); }

bool is_gradient_in_slices(PyObject* object) {
  return !has_own_dtype(object) &&
         PyObject_HasAttrString(reinterpret_cast<PyObject*>(Py_TYPE(object)), "_as_gradient");
}

DType own_dtype(PyObject* object) {
  return is_tensor(object) ? unwrap(object).dtype() : dtype_here(*unwrap_variable(object));
}

Tensor to_tensor(PyObject* object, std::optional<DType> dtype) {
  if (has_own_dtype(object)) {
    const Tensor value =
        is_tensor(object) ? unwrap(object) : read_variable(*unwrap_variable(object));
    check(!dtype || *dtype == value.dtype(), Code::value_error,
          "Tensor conversion requested dtype ", dtype.value_or(value.dtype()),
          " for Tensor with dtype ", value.dtype());
    return value;
  }
  if (!is_plain(object))
    if (const auto made = by_protocol(object, dtype)) {
      check(!dtype || *dtype == made->dtype(), Code::value_error,
            "Tensor conversion requested dtype ", dtype.value_or(made->dtype()),
            " for Tensor with dtype ", made->dtype());
      return *made;
    }
  return place_constant(from_value(object, dtype));
}

Tensor to_tensor_like(PyObject* object, std::optional<DType> hint) {
  if (has_own_dtype(object)) return to_tensor(object);
  if (!is_plain(object))
    if (const auto made = by_protocol(object, hint)) return *made;
  return place_constant(from_value(object, hint));
}

bool is_boolean_array(PyObject* object) {
  return is_array(object) &&
         py::reinterpret_borrow<py::array>(py::handle(object)).dtype().kind() == 'b';
}

bool is_array_of_fractions(PyObject* object) {
  if (!is_array(object)) return false;
  const auto array = py::reinterpret_borrow<py::array>(py::handle(object));
  return array.ndim() > 0 && array.dtype().kind() == 'f';
}

py::object to_numpy(const Tensor& tensor, bool scalars) {
  if (tensor.is_symbolic()) refuse_symbolic(tensor, SymbolicUse::array);
  notify_host_read(tensor, "Python code");
  return to_numpy_for_text(tensor, scalars);
}

namespace {

// bytes of an element; an array of them is one of objects.
py::bytes bytes_of(const StringElement& element) {
  return {element.data, static_cast<size_t>(element.size)};
}

py::object strings_to_numpy(const Tensor& tensor, bool scalars) {
  const Tensor row_major = contiguous(tensor);
  const auto* const elements = row_major.data_as<StringElement>();
  if (scalars && tensor.rank() == 0) return bytes_of(elements[0]);
  std::vector<py::ssize_t> shape(tensor.shape().begin(), tensor.shape().end());
  py::array array(py::reinterpret_borrow<py::dtype>(numpy_dtype(DType::string)), shape);
  auto** const objects = static_cast<PyObject**>(array.mutable_data());
  for (int64_t i = 0; i < tensor.size(); ++i)
    Py_XSETREF(objects[i], bytes_of(elements[i]).release().ptr());
  return array;
}

}  // namespace

py::object to_numpy_for_text(const Tensor& tensor, bool scalars) {
  if (tensor.dtype() == DType::string) return strings_to_numpy(tensor, scalars);
  std::vector<py::ssize_t> shape(tensor.shape().begin(), tensor.shape().end());
  py::array array(py::reinterpret_borrow<py::dtype>(numpy_dtype(tensor.dtype())), shape);
  const bool is_at_hand = tensor.device().type == DeviceType::cpu;
  unlocked(is_at_hand ? tensor.bytes() : kUnlockBytes,
           [&] { to_host(tensor, array.mutable_data()); });
  if (scalars && tensor.rank() == 0) return array[py::tuple()];
  return array;
}

Shape to_shape(PyObject* object) {
  if (is_symbolic(object)) return sizes_in(unwrap(object));
  const auto to_size = [&](py::handle item) -> int64_t {
    if (item.is_none()) return kUnknown;
    if (is_symbolic(item.ptr())) return size_in(unwrap(item.ptr()));
    const py::object index = py::reinterpret_steal<py::object>(PyNumber_Index(item.ptr()));
    if (!index) throw py::error_already_set();
    const int64_t size = PyLong_AsLongLong(index.ptr());
    if (size == -1 && PyErr_Occurred()) throw py::error_already_set();
    check(!is_name(size), "a size is out of range: ", size);
    return size;
  };
  Shape shape;
  if (PyIndex_Check(object) && !PyObject_HasAttrString(object, "__len__")) {
    shape.push_back(to_size(object));
    return shape;
  }
  for (py::handle item : py::iter(py::handle(object))) shape.push_back(to_size(item));
  return shape;
}

Tensor place_constant(const Tensor& host) {
  const Runtime& engine = runtime();
  const bool is_home = !context().has_scope() && !engine.log_device_placement() &&
                       runtime().devices().devices().size() == 1;
  return is_home ? host : constant(host);
}

PyObject* shape_tuple(const Shape& shape) {
  py::tuple tuple(shape.size());
  for (size_t i = 0; i < shape.size(); ++i)
    tuple[i] = shape[i] < 0 ? py::object(py::none()) : py::object(py::int_(shape[i]));
  return tuple.release().ptr();
}

}  // namespace pelton::bindings
