#include "bindings/config_values.h"

#include "bindings/dtype_object.h"

namespace pelton::bindings {
namespace {

std::string text_of(py::handle object) { return py::cast<std::string>(py::str(object)); }

int64_t to_integer(py::handle object) {
  const int64_t value = PyLong_AsLongLong(object.ptr());
  if (value == -1 && PyErr_Occurred()) throw py::error_already_set();
  return value;
}

List to_list(py::handle sequence, bool is_tuple) {
  List list{.items = {}, .is_tuple = is_tuple};
  for (py::handle item : sequence) list.items.push_back(to_value(item));
  return list;
}

bool has_text_keys(const py::dict& dict) {
  for (const auto& item : dict)
    if (!py::isinstance<py::str>(item.first)) return false;
  return true;
}

// NumPy's numbers and 0-d tensors; nothing for other objects.
std::optional<Value> to_number(py::handle object) {
  if (PyObject_HasAttrString(object.ptr(), "__len__") && !PyIndex_Check(object.ptr())) return {};
  if (PyIndex_Check(object.ptr()) && !PyType_Check(object.ptr())) {
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    if (index) return Value(to_integer(index));
    PyErr_Clear();
  }
  const PyNumberMethods* number = Py_TYPE(object.ptr())->tp_as_number;
  if (number == nullptr || number->nb_float == nullptr) return {};
  const double value = PyFloat_AsDouble(object.ptr());
  if (value == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    return {};
  }
  return Value(value);
}

}  // namespace

PythonObject::~PythonObject() {
  const py::gil_scoped_acquire locked;
  object_ = py::object();
}

std::string PythonObject::class_name() const {
  const py::gil_scoped_acquire locked;
  return text_of(py::type::of(object_).attr("__name__"));
}

std::string PythonObject::module() const {
  const py::gil_scoped_acquire locked;
  return text_of(py::type::of(object_).attr("__module__"));
}

std::string PythonObject::repr() const {
  const py::gil_scoped_acquire locked;
  return py::cast<std::string>(py::repr(object_));
}

Value to_value(py::handle object) {
  PyObject* const p = object.ptr();
  if (object.is_none()) return {};
  if (PyBool_Check(p)) return object.cast<bool>();
  if (PyLong_Check(p)) return to_integer(object);
  if (PyFloat_Check(p)) return PyFloat_AS_DOUBLE(p);
  if (PyUnicode_Check(p)) return object.cast<std::string>();
  if (PyList_Check(p)) return to_list(object, false);
  if (PyTuple_Check(p)) return to_list(object, true);
  if (PyDict_Check(p)) {
    const auto dict = py::reinterpret_borrow<py::dict>(object);
    if (has_text_keys(dict)) return to_dict(dict);
  }
  if (py::isinstance<Configured>(object)) return object.cast<std::shared_ptr<Configured>>();
  if (Py_TYPE(p) == Py_TYPE(dtype_object(DType::float32))) return std::string(name(to_dtype(p)));
  if (auto number = to_number(object)) return *number;
  return Value::Object(std::make_shared<PythonObject>(py::reinterpret_borrow<py::object>(object)));
}

py::object to_python(const Value& value) {
  if (const bool* flag = value.get_if<bool>()) return py::bool_(*flag);
  if (const int64_t* number = value.get_if<int64_t>()) return py::int_(*number);
  if (const double* number = value.get_if<double>()) return py::float_(*number);
  if (const auto* text = value.get_if<std::string>()) return py::str(*text);
  if (const Dict* dict = value.get_if<Dict>()) return to_python(*dict);
  if (const Value::Object* object = value.get_if<Value::Object>()) {
    if (const auto* foreign = dynamic_cast<const PythonObject*>(object->get()))
      return foreign->object();
    return py::cast(*object);
  }
  if (const List* list = value.get_if<List>()) {
    py::list items;
    for (const Value& item : list->items) items.append(to_python(item));
    return list->is_tuple ? py::object(py::tuple(items)) : py::object(items);
  }
  return py::none();
}

py::dict to_python(const Dict& dict) {
  py::dict out;
  for (const Dict::Item& item : dict) out[py::str(item.first)] = to_python(item.second);
  return out;
}

Dict to_dict(const py::dict& dict) {
  Dict out;
  for (const auto& item : dict) out.set(item.first.cast<std::string>(), to_value(item.second));
  return out;
}

Dict name_arguments(std::string_view owner, const std::vector<ConfigField>& rows,
                    const py::args& args, const py::kwargs& kwargs) {
  check(args.size() <= rows.size(), Code::type_error, owner, ".__init__() takes from 1 to ",
        rows.size() + 1, " positional arguments but ", args.size() + 1, " were given");
  Dict out;
  for (size_t i = 0; i < args.size(); ++i) out.set(rows[i].name, to_value(args[i]));
  for (const auto& item : kwargs) {
    const auto key = item.first.cast<std::string>();
    check(out.find(key) == nullptr, Code::type_error, owner,
          ".__init__() got multiple values for argument '", key, "'");
    bool known = false;
    for (const ConfigField& row : rows) known |= key == row.name;
    check(known, Code::type_error, owner, ".__init__() got an unexpected keyword argument '", key,
          "'");
    out.set(key, to_value(item.second));
  }
  return out;
}

std::string signature_text(std::string_view owner, const std::vector<ConfigField>& rows) {
  std::string out(owner);
  out += '(';
  for (const ConfigField& row : rows) {
    if (out.back() != '(') out += ", ";
    out += row.name;
    if (!row.required) out += "=" + to_repr(row.default_value);
  }
  return out + ")";
}

}  // namespace pelton::bindings
