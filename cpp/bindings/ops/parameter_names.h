// Owns ParameterNames: the parameters of a function that takes its arguments as vectorcall hands
// them on, and which argument is for which.
#pragma once
#include <pybind11/pybind11.h>

#include <initializer_list>
#include <vector>

namespace pelton::bindings {

class ParameterNames {
 public:
  // `function` lives for good.
  explicit ParameterNames(const char* function, std::initializer_list<const char*> names = {});
  void add(const char* name) { names_.push_back(PyUnicode_InternFromString(name)); }
  size_t size() const { return names_.size(); }
  pybind11::handle name(size_t i) const { return names_[i]; }
  // Writes the argument for each parameter to `values`, borrowed; null where there is none. Raises
  // type_error for too many arguments, one given twice or one that no parameter has the name of.
  void bind(PyObject* const* args, Py_ssize_t count, PyObject* keywords, PyObject** values) const {
    const auto most = static_cast<Py_ssize_t>(names_.size());
    if (count > most) [[unlikely]]
      refuse_count(count);
    for (Py_ssize_t i = 0; i < most; ++i) values[i] = i < count ? args[i] : nullptr;
    if (keywords != nullptr) bind_named(args + count, keywords, values);
  }

 private:
  [[noreturn]] void refuse_count(Py_ssize_t count) const;
  void bind_named(PyObject* const* args, PyObject* keywords, PyObject** values) const;
  size_t find(PyObject* key) const;

  const char* function_;
  std::vector<PyObject*> names_;  // interned
};

}  // namespace pelton::bindings
