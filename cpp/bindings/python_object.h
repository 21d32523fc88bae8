// Owns PythonObject: a Python function or class instance where nn wants an initializer, a
// regularizer, a constraint or an activation.
#pragma once
#include <pybind11/pybind11.h>

#include "nn/config/foreign.h"
#include "nn/weights/constant_value.h"

namespace pelton::bindings {

namespace py = pybind11;

class PythonObject : public Foreign {
 public:
  explicit PythonObject(py::object object) : object_(std::move(object)) {}
  ~PythonObject() override;
  const py::object& object() const { return object_; }

  std::string class_name() const override;
  std::string module() const override;
  Dict get_config() const override;
  std::string repr() const override;
  // Keras's form of a function ({"class_name": "function", ...}), of an array or of a class
  // instance.
  Value serialized() const override;
  // Null unless the object is callable.
  InitializerPtr as_initializer() const override;
  RegularizerPtr as_regularizer() const override;
  ConstraintPtr as_constraint() const override;
  ActivationPtr as_activation() const override;
  // Null unless it is a `keras.random.SeedGenerator`.
  std::shared_ptr<SeedSource> as_seed() const override;
  Tensor as_tensor() const override;

 private:
  py::object object_;
};

// Whether it is a NumPy array of numbers, with axes.
bool is_array_of_numbers(py::handle object);

// The Python object that plays the part: the user's own, or the one bound for a built-in kind;
// for a built-in activation its function in pelton.keras.activations. Null gives None.
py::object part_object(const InitializerPtr& initializer);
py::object part_object(const RegularizerPtr& regularizer);
py::object part_object(const ConstraintPtr& constraint);
py::object part_object(const ActivationPtr& activation);
py::object part_object(const std::shared_ptr<SeedSource>& source);
py::object part_object(const ConstantValue& value);
// The function or instance that `activation` keeps alive; null for a built-in one. Borrowed.
PyObject* held_object(const ActivationPtr& activation);

}  // namespace pelton::bindings
