// Owns reading Python objects as configuration values and writing them back.
#include "bindings/nn/value_object.h"

#include "bindings/half_made.h"
#include "bindings/python_object.h"
#include "bindings/recursion.h"
#include "bindings/tensor/casters.h"
#include "bindings/tensor/shape_object.h"
#include "bindings/text.h"
#include "nn/activations/activations.h"
#include "nn/module/layer.h"

namespace pelton::bindings {
namespace {

// More elements than this are data, and no setting: an array may stand for more than any memory.
constexpr int64_t kMostElements = 1 << 24;

int64_t to_integer(py::handle object) {
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
  if (!index) throw py::error_already_set();
  int overflow = 0;
  const int64_t number = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
  if (overflow != 0) raise(Code::value_error, str_text(object), " does not fit in 64 bits");
  return number;
}

List to_list(py::handle sequence, bool is_tuple) {
  List list{.items = {}, .is_tuple = is_tuple};
  for (py::handle item : sequence) list.items.push_back(to_value(item));
  return list;
}

std::string text_attribute(py::handle object, const char* name) {
  const py::object value = py::getattr(object, name, py::none());
  return py::isinstance<py::str>(value) ? text_of(value) : std::string();
}

// The name of the built-in activation that a function of pelton's own modules stands for.
std::string activation_name(py::handle object) {
  if (PyCallable_Check(object.ptr()) == 0 || PyType_Check(object.ptr())) return {};
  const std::string module = text_attribute(object, "__module__");
  if (!module.starts_with("pelton")) return {};
  const std::string name = text_attribute(object, "__name__");
  for (const activations::Row& row : activations::rows())
    if (name == row.name) return name;
  return {};
}

template <class T>
Value bound_object(py::handle object) {
  if (!py::isinstance<T>(object)) return {};
  return Value::Object(made(py::cast<std::shared_ptr<T>>(object)));
}

// Objects of nn that are bound; None for all others. An instance of a class derived from
// Initializer, Regularizer or Constraint in Python is called through Python instead.
Value to_bound(py::handle object) {
  if (py::isinstance<Layer>(object)) return bound_object<Layer>(object);
  const bool is_built_in =
      text_attribute(py::type::of(object), "__module__").starts_with("pelton.");
  if (!is_built_in) return {};
  if (Value found = bound_object<Initializer>(object); !found.is_none()) return found;
  if (Value found = bound_object<Regularizer>(object); !found.is_none()) return found;
  return bound_object<Constraint>(object);
}

Value to_object(py::handle object) {
  if (Value bound = to_bound(object); !bound.is_none()) return bound;
  if (std::string name = activation_name(object); !name.empty()) return name;
  const bool is_part = PyType_Check(object.ptr()) && py::hasattr(object, "from_config");
  if (is_part) return to_value(object());
  return Value::Object(std::make_shared<PythonObject>(py::reinterpret_borrow<py::object>(object)));
}

// A NumPy array or scalar as numbers or nested lists of numbers.
Value to_numbers(py::handle array) {
  const auto size = py::cast<double>(py::float_(py::getattr(array, "size", py::int_(1))));
  check(size <= static_cast<double>(kMostElements), Code::value_error, "an array of shape ",
        str_text(py::getattr(array, "shape", py::none())),
        " is too large for a setting, which has at most ", kMostElements, " elements");
  const py::object numbers = array.attr("tolist")();
  // Python has no number for NumPy's longest ones, which give themselves.
  if (Py_TYPE(numbers.ptr()) == Py_TYPE(array.ptr())) return py::cast<double>(py::float_(numbers));
  return to_value(numbers);
}

bool is_dtype(py::handle object) {
  return Py_TYPE(object.ptr()) == Py_TYPE(dtype_object(DType::float32));
}

// np.float32, or np.dtype("float32").
bool is_numpy_dtype(py::handle object) {
  const py::handle cls =
      PyType_Check(object.ptr()) != 0 ? object : py::handle(py::type::of(object));
  return text_attribute(cls, "__module__").starts_with("numpy") &&
         py::hasattr(object, "itemsize") && (cls.is(object) || py::hasattr(object, "kind"));
}

}  // namespace

// A dictionary; the config of a seed generator is read as the generator, and what describes a
// function or a part of the user's as that.
static Value to_dict_or_part(const py::dict& dict) {
  if (!dict.contains("class_name")) return to_dict(dict);
  const py::object class_name = dict["class_name"];
  if (!class_name.equal(py::str("SeedGenerator"))) {
    if (!dict.contains("registered_name") || dict["registered_name"].is_none())
      return to_dict(dict);
    const py::object part =
        py::module_::import("pelton.keras.object_config").attr("registered_part")(dict);
    return part.is_none() ? Value(to_dict(dict)) : to_object(part);
  }
  const py::object random = py::module_::import("pelton.keras.random");
  return to_value(random.attr("SeedGenerator").attr("from_config")(dict["config"]));
}

Value to_value(py::handle object) {
  const RecursionGuard level(" while reading a nested value");
  PyObject* p = object.ptr();
  if (object.is_none()) return {};
  if (PyBool_Check(p)) return p == Py_True;
  if (PyUnicode_Check(p)) return text_of(object);
  if (PyFloat_Check(p)) return PyFloat_AS_DOUBLE(p);
  if (PyLong_Check(p)) return to_integer(object);
  if (PyTuple_Check(p) || PyList_Check(p)) return to_list(object, PyTuple_Check(p) != 0);
  if (is_tensor_shape(p)) return to_value(sizes_of_shape(p));
  if (PyDict_Check(p)) return to_dict_or_part(py::reinterpret_borrow<py::dict>(object));
  if (is_dtype(object) || is_numpy_dtype(object)) return std::string(name(to_dtype(p)));
  if (py::hasattr(object, "_dtype_policy_name"))
    return py::cast<std::string>(object.attr("_dtype_policy_name"));
  if (PyIndex_Check(p) && !py::hasattr(object, "__len__")) return to_integer(object);
  // NumPy scalars and arrays.
  if (py::hasattr(object, "tolist") && py::hasattr(object, "dtype")) return to_numbers(object);
  return to_object(object);
}

Dict to_dict(const py::dict& dict) {
  Dict out;
  for (auto [key, value] : dict) {
    if (!py::isinstance<py::str>(key))
      raise(Code::type_error, "keywords must be strings, got ", repr_text(key));
    out.set(text_of(key), to_value(value));
  }
  return out;
}

py::dict to_python(const Dict& dict) {
  py::dict out;
  for (const Dict::Item& item : dict) out[py::str(item.first)] = to_python(item.second);
  return out;
}

py::object to_python(const Value& value) {
  if (const bool* flag = value.get_if<bool>()) return py::bool_(*flag);
  if (const int64_t* number = value.get_if<int64_t>()) return py::int_(*number);
  if (const double* number = value.get_if<double>()) return py::float_(*number);
  if (const auto* text = value.get_if<std::string>()) return py::str(*text);
  if (const Dict* dict = value.get_if<Dict>()) return to_python(*dict);
  if (const List* list = value.get_if<List>()) {
    py::list out;
    for (const Value& item : list->items) out.append(to_python(item));
    if (list->is_tuple) return py::tuple(out);
    return out;
  }
  if (const auto* object = value.get_if<Value::Object>()) {
    if (const auto* python = dynamic_cast<const PythonObject*>(object->get()))
      return python->object();
    if (auto layer = std::dynamic_pointer_cast<Layer>(*object)) return py::cast(layer);
    return to_python((*object)->serialized());
  }
  return py::none();
}

}  // namespace pelton::bindings
