#include "bindings/tensor/dtype_object.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "bindings/errors.h"
#include "bindings/kept_object.h"
#include "bindings/text.h"

namespace pelton::bindings {
namespace {

struct DTypeObject {
  DType dtype;
};

std::array<PyObject*, kDTypeCount> objects{};

py::handle import_numpy() {
  static PyObject* numpy = nullptr;
  return keep_object(numpy, []() -> py::object { return py::module_::import("numpy"); });
}

py::object make_numpy_dtype(DType dtype) {
  py::handle numpy = import_numpy();
  if (dtype == DType::string) return numpy.attr("dtype")("O");
  if (dtype != DType::bfloat16) return numpy.attr("dtype")(std::string(name(dtype)));
  try {
    return numpy.attr("dtype")(py::module_::import("ml_dtypes").attr("bfloat16"));
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_ImportError)) throw;
    raise(Code::type_error,
          "NumPy has no bfloat16 of its own: install one with "
          "`pip install ml_dtypes`");
  }
}

// NumPy's dtype objects, made on first use and kept.
std::array<PyObject*, kDTypeCount> numpy_dtypes{};

// The largest or smallest finite value, as a Python number.
py::object limit_of(DType dtype, bool largest) {
  check(kReal.contains(dtype), Code::type_error, "Cannot find ", largest ? "maximum" : "minimum",
        " value of <dtype: '", dtype, "'> with type <dtype: '", dtype, "'>.");
  py::handle numpy = import_numpy();
  const char* table = is_integer(dtype) ? "iinfo" : "finfo";
  py::object info = dtype == DType::bfloat16
                        ? py::module_::import("ml_dtypes").attr("finfo")(numpy_dtype(dtype))
                        : numpy.attr(table)(numpy_dtype(dtype));
  return info.attr(largest ? "max" : "min");
}

// TensorFlow's numbers of dtypes in its messages and files, in the order of DType.
constexpr std::array<int, kDTypeCount> kNumbers = {10, 6,  5,  3, 9, 4, 17, 22,
                                                   23, 19, 14, 1, 2, 8, 18, 7};

int number_of(DType dtype) { return kNumbers[static_cast<size_t>(dtype)]; }

// The dtype of TensorFlow's number, where it has one here.
std::optional<DType> of_number(PyObject* number) {
  if (!PyLong_CheckExact(number)) return {};
  const auto found = std::ranges::find(kNumbers, PyLong_AsLong(number));
  PyErr_Clear();
  if (found == kNumbers.end()) return {};
  return static_cast<DType>(found - kNumbers.begin());
}

// Of the brightness of images: from 0 to 1 as fractions, to the greatest of whole numbers.
py::object limits_of(DType dtype) {
  check(!is_complex(dtype) && dtype != DType::string, Code::value_error, "<dtype: '", dtype,
        "'> does not have defined limits.");
  if (is_floating(dtype)) return py::make_tuple(0, 1);
  if (dtype == DType::boolean) return py::make_tuple(0, true);
  return py::make_tuple(0, limit_of(dtype, true));
}

// NumPy's class of scalars; of strings, Python's of all objects.
py::object scalar_type(DType dtype) {
  if (dtype == DType::string) return py::module_::import("builtins").attr("object");
  return numpy_dtype(dtype).attr("type");
}

bool equals(const DTypeObject& self, py::handle other) {
  if (other.is_none()) return false;
  try {
    return self.dtype == to_dtype(other.ptr());
  } catch (const Error&) {
    return false;
  }
}

// The dtype itself where all others are the same: no dtype has another for a supertype.
py::object common_supertype(py::object self, const py::sequence& others) {
  for (const py::handle other : others)
    if (!equals(self.cast<const DTypeObject&>(), other)) return py::none();
  return self;
}

template <class Predicate>
auto property_of(Predicate predicate) {
  return [predicate](const DTypeObject& self) { return predicate(self.dtype); };
}

// What kind of elements it says.
void bind_kinds(py::class_<DTypeObject>& type) {
  type.def_property_readonly("is_floating", property_of(&is_floating))
      .def_property_readonly("is_integer", property_of(&is_integer))
      .def_property_readonly("is_complex", property_of(&is_complex))
      .def_property_readonly("is_bool", property_of([](DType d) { return d == DType::boolean; }))
      .def_property_readonly("is_unsigned",
                             property_of([](DType d) { return kUnsigned.contains(d); }))
      .def_property_readonly("is_quantized", property_of([](DType) { return false; }))
      .def_property_readonly("is_numpy_compatible", property_of([](DType) { return true; }));
}

}  // namespace

PyObject* dtype_object(DType dtype) { return objects[static_cast<size_t>(dtype)]; }

py::object numpy_dtype(DType dtype) {
  PyObject*& slot = numpy_dtypes[static_cast<size_t>(dtype)];
  if (slot == nullptr) slot = make_numpy_dtype(dtype).release().ptr();
  return py::reinterpret_borrow<py::object>(slot);
}

DType from_numpy_dtype(py::handle dtype) {
  // Nearly all arrays share NumPy's one object per type; its name is a Python property.
  for (size_t i = 0; i < numpy_dtypes.size(); ++i)
    if (numpy_dtypes[i] == dtype.ptr()) return static_cast<DType>(i);
  const auto text = py::cast<std::string>(dtype.attr("name"));
  for (int i = 0; i < kDTypeCount; ++i) {
    const auto found = static_cast<DType>(i);
    if (name(found) != text) continue;
    numpy_dtype(found);  // known from now on
    return found;
  }
  const auto kind = py::cast<std::string>(dtype.attr("kind"));
  if (kind == "O" || kind == "S" || kind == "U") return DType::string;
  raise(Code::type_error, "NumPy dtype ", text, " has no tensor dtype");
}

DType to_dtype(PyObject* object) {
  py::handle value(object);
  check(!value.is_none(), Code::type_error,
        "Cannot convert the argument `type_value`: None to a TensorFlow DType.");
  if (py::isinstance<DTypeObject>(value)) return value.cast<const DTypeObject&>().dtype;
  if (const auto numbered = of_number(object)) return *numbered;
  if (PyUnicode_Check(object)) return parse_dtype(str_text(value));
  if (object == reinterpret_cast<PyObject*>(&PyBool_Type)) return DType::boolean;
  if (object == reinterpret_cast<PyObject*>(&PyLong_Type)) return DType::int64;
  if (object == reinterpret_cast<PyObject*>(&PyFloat_Type)) return DType::float32;
  if (object == reinterpret_cast<PyObject*>(&PyComplex_Type)) return DType::complex128;
  if (object == reinterpret_cast<PyObject*>(&PyUnicode_Type)) return DType::string;
  if (object == reinterpret_cast<PyObject*>(&PyBytes_Type)) return DType::string;
  try {
    return from_numpy_dtype(import_numpy().attr("dtype")(value));
  } catch (py::error_already_set&) {
    raise(Code::type_error, "Cannot convert value ", repr_text(value), " (type ",
          Py_TYPE(object)->tp_name, ") to a DType");
  }
}

void bind_dtypes(py::module_& module) {
  py::class_<DTypeObject> type(module, "DType", "The type of a tensor's elements.");
  bind_kinds(type);
  type.def_property_readonly("name", property_of([](DType d) { return std::string(name(d)); }))
      .def_property_readonly(
          "size", property_of([](DType d) { return d == DType::string ? 0 : size_of(d); }))
      .def_property_readonly("as_numpy_dtype", property_of(&scalar_type))
      .def_property_readonly("as_datatype_enum", property_of(&number_of))
      .def_property_readonly(
          "real_dtype", property_of([](DType d) {
            return py::reinterpret_borrow<py::object>(dtype_object(pelton::real_dtype(d)));
          }))
      .def_property_readonly("limits", property_of(&limits_of))
      .def("is_compatible_with", &equals, py::arg("other"))
      .def("is_subtype_of", &equals, py::arg("other"))
      .def("most_specific_common_supertype", &common_supertype, py::arg("others"))
      .def_property_readonly("base_dtype", [](py::object self) { return self; })
      .def_property_readonly("max", property_of([](DType d) { return limit_of(d, true); }))
      .def_property_readonly("min", property_of([](DType d) { return limit_of(d, false); }))
      .def("__eq__", &equals)
      .def("__ne__", [](const DTypeObject& self, py::handle other) { return !equals(self, other); })
      .def("__hash__", [](const DTypeObject& self) { return static_cast<int>(self.dtype); })
      .def("__repr__", [](const DTypeObject& self) { return cat("tf.", name(self.dtype)); })
      .def("__str__",
           [](const DTypeObject& self) { return cat("<dtype: '", name(self.dtype), "'>"); })
      .def("__reduce__", [](const DTypeObject& self) {
        return py::make_tuple(py::module_::import("pelton.dtypes").attr("as_dtype"),
                              py::make_tuple(std::string(name(self.dtype))));
      });
  for (int i = 0; i < kDTypeCount; ++i) {
    const auto dtype = static_cast<DType>(i);
    objects[static_cast<size_t>(i)] = py::cast(DTypeObject{dtype}).release().ptr();
  }
  module.def("as_dtype", [](py::handle value) {
    return py::reinterpret_borrow<py::object>(dtype_object(to_dtype(value.ptr())));
  });
  py::dict all;
  for (PyObject* object : objects) all[py::handle(object).attr("name")] = py::handle(object);
  module.attr("dtypes") = all;
}

}  // namespace pelton::bindings
