#include "bindings/ops/parameter_names.h"

#include <cstdint>

#include "bindings/text.h"
#include "core/error.h"

namespace pelton::bindings {

namespace py = pybind11;

ParameterNames::ParameterNames(const char* function, std::initializer_list<const char*> names)
    : function_(function) {
  for (const char* name : names) add(name);
}

size_t ParameterNames::find(PyObject* key) const {
  for (size_t i = 0; i < names_.size(); ++i)
    if (names_[i] == key) return i;
  for (size_t i = 0; i < names_.size(); ++i)
    if (PyUnicode_Compare(names_[i], key) == 0) return i;
  raise(Code::type_error, function_, "() got an unexpected keyword argument '", str_text(key), "'");
}

void ParameterNames::refuse_count(Py_ssize_t count) const {
  raise(Code::type_error, function_, "() takes at most ", names_.size(), " arguments, got ",
        static_cast<int64_t>(count));
}

void ParameterNames::bind_named(PyObject* const* args, PyObject* keywords,
                                PyObject** values) const {
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(keywords); ++i) {
    const size_t slot = find(PyTuple_GET_ITEM(keywords, i));
    check(values[slot] == nullptr, Code::type_error, function_,
          "() got multiple values for argument '", str_text(names_[slot]), "'");
    values[slot] = args[i];
  }
}

}  // namespace pelton::bindings
