// Owns how Python callables serve as initializers, regularizers, constraints and activations.
#include "bindings/python_object.h"

#include <cstring>

#include "bindings/gil.h"
#include "bindings/nn/value_object.h"
#include "bindings/tensor/casters.h"
#include "bindings/tensor/convert.h"
#include "bindings/text.h"
#include "ops/array/array.h"
#include "ops/random/layer_streams.h"
#include "runtime/dispatch/context.h"

namespace pelton::bindings {
namespace {

// One part played by a Python object; all questions but the call go to the object.
template <class Base>
class Part : public Base {
 public:
  explicit Part(const PythonObject& object) : object_(object.object()) {}
  std::string class_name() const override { return object_.class_name(); }
  std::string module() const override { return object_.module(); }
  Dict get_config() const override { return object_.get_config(); }
  std::string repr() const override { return object_.repr(); }
  Value serialized() const override { return object_.serialized(); }
  const py::object& object() const { return object_.object(); }

 protected:
  PythonObject object_;
};

class PythonInitializer : public Part<Initializer> {
 public:
  using Part::Part;
  Tensor operator()(const Shape& shape, DType dtype) const override {
    const GilTaken gil;
    const py::object sizes = py::reinterpret_steal<py::object>(shape_tuple(shape));
    const py::object made = object()(sizes, py::arg("dtype") = name(dtype));
    Tensor value = to_tensor(made.ptr());
    check(value.shape() == shape, Code::value_error, "Initializer ", repr(),
          " returned a tensor of shape ", value.shape(), " where ", shape, " was asked for");
    return value.dtype() == dtype ? value : pelton::cast(value, dtype);
  }
};

class PythonRegularizer : public Part<Regularizer> {
 public:
  using Part::Part;
  Tensor operator()(const Tensor& x) const override {
    const GilTaken gil;
    notify_host_callback(repr());
    Tensor penalty = to_tensor(object()(x).ptr());
    check(penalty.rank() == 0, Code::value_error, "Regularizer ", repr(),
          " must return a scalar, got shape ", penalty.shape());
    return penalty;
  }
};

class PythonConstraint : public Part<Constraint> {
 public:
  using Part::Part;
  Tensor operator()(const Tensor& w) const override {
    const GilTaken gil;
    notify_host_callback(repr());
    const Tensor kept = to_tensor(object()(w).ptr());
    check(kept.shape() == w.shape(), Code::value_error, "Constraint ", repr(),
          " returned a tensor of shape ", kept.shape(), " for a weight of shape ", w.shape());
    return kept.dtype() == w.dtype() ? kept : pelton::cast(kept, w.dtype());
  }
};

class PythonActivation : public Part<ActivationFunction> {
 public:
  using Part::Part;
  Tensor operator()(const Tensor& x) const override {
    const GilTaken gil;
    notify_host_callback(repr());
    return to_tensor(object()(x).ptr());
  }
};

// Counts its draws in Python.
class PythonSeedSource : public Part<SeedSource> {
 public:
  using Part::Part;
  RandomStream next() override {
    const GilTaken gil;
    const auto [seed, count] = py::cast<std::pair<int64_t, int64_t>>(object().attr("_next_pair")());
    return seeded_stream(seed, count);
  }
};

template <class Python, class Ptr>
py::object python_side(const Ptr& part) {
  const auto* python = dynamic_cast<const Python*>(part.get());
  return python != nullptr ? python->object() : py::object();
}

// What a function or class is registered as, else its own name.
std::string registered(const py::object& thing) {
  const py::module_ registration = py::module_::import("pelton.keras.saving.registration");
  return py::cast<std::string>(registration.attr("get_registered_name")(thing));
}

bool is_function(const py::object& object) {
  return !PyType_Check(object.ptr()) && py::hasattr(object, "__name__");
}

}  // namespace

bool is_array_of_numbers(py::handle object) {
  if (!py::hasattr(object, "tolist") || !py::hasattr(object, "ndim")) return false;
  const auto kind = str_text(py::getattr(object.attr("dtype"), "kind", py::str("O")));
  return kind.find_first_of("biufc") == 0 && py::cast<int64_t>(object.attr("ndim")) > 0;
}

PythonObject::~PythonObject() {
  const GilTaken gil;
  object_ = py::object();
}

std::string PythonObject::class_name() const {
  return py::cast<std::string>(py::type::of(object_).attr("__name__"));
}

std::string PythonObject::module() const {
  return str_text(py::type::of(object_).attr("__module__"));
}

Dict PythonObject::get_config() const {
  const GilTaken gil;
  if (!py::hasattr(object_, "get_config")) return {};
  return to_dict(object_.attr("get_config")());
}

std::string PythonObject::repr() const {
  const GilTaken gil;
  return str_text(object_);
}

Value PythonObject::serialized() const {
  const GilTaken gil;
  if (is_function(object_)) {
    return Dict{{"module", "builtins"},
                {"class_name", "function"},
                {"config", registered(object_)},
                {"registered_name", "function"}};
  }
  if (has_own_dtype(object_.ptr()) || is_array_of_numbers(object_)) {
    const py::module_ saving = py::module_::import("pelton.keras.saving");
    return to_value(saving.attr("serialize_keras_object")(object_));
  }
  if (py::hasattr(object_, "_described"))  // what stands for a layer
    return to_value(object_.attr("_described")());
  const std::string own_module = module();
  if (own_module.starts_with("pelton."))  // of the library, by Keras's name
    return Dict{{"module", own_module.substr(std::strlen("pelton."))},
                {"class_name", class_name()},
                {"config", get_config()},
                {"registered_name", Value()}};
  return Dict{{"module", own_module == "__main__" ? Value() : Value(own_module)},
              {"class_name", class_name()},
              {"config", get_config()},
              {"registered_name", registered(py::type::of(object_))}};
}

InitializerPtr PythonObject::as_initializer() const {
  if (has_own_dtype(object_.ptr())) {
    const py::module_ given = py::module_::import("pelton.keras.initializers.given_values");
    return std::make_shared<PythonInitializer>(PythonObject(given.attr("GivenValues")(object_)));
  }
  if (PyCallable_Check(object_.ptr()) == 0) return nullptr;
  return std::make_shared<PythonInitializer>(*this);
}

RegularizerPtr PythonObject::as_regularizer() const {
  if (PyCallable_Check(object_.ptr()) == 0) return nullptr;
  return std::make_shared<PythonRegularizer>(*this);
}

ConstraintPtr PythonObject::as_constraint() const {
  if (PyCallable_Check(object_.ptr()) == 0) return nullptr;
  return std::make_shared<PythonConstraint>(*this);
}

ActivationPtr PythonObject::as_activation() const {
  if (PyCallable_Check(object_.ptr()) == 0) return nullptr;
  return std::make_shared<PythonActivation>(*this);
}

std::shared_ptr<SeedSource> PythonObject::as_seed() const {
  if (!py::hasattr(object_, "_next_pair")) return nullptr;
  return std::make_shared<PythonSeedSource>(*this);
}

Tensor PythonObject::as_tensor() const {
  const GilTaken gil;
  const bool is_array = has_own_dtype(object_.ptr()) || is_array_of_numbers(object_);
  return is_array ? to_tensor(object_.ptr()) : Tensor();
}

PyObject* held_object(const ActivationPtr& activation) {
  const auto* python = dynamic_cast<const PythonActivation*>(activation.get());
  return python != nullptr ? python->object().ptr() : nullptr;
}

py::object part_object(const InitializerPtr& initializer) {
  if (py::object own = python_side<PythonInitializer>(initializer)) return own;
  return py::cast(std::const_pointer_cast<Initializer>(initializer));
}

py::object part_object(const RegularizerPtr& regularizer) {
  if (py::object own = python_side<PythonRegularizer>(regularizer)) return own;
  return py::cast(std::const_pointer_cast<Regularizer>(regularizer));
}

py::object part_object(const ConstraintPtr& constraint) {
  if (py::object own = python_side<PythonConstraint>(constraint)) return own;
  return py::cast(std::const_pointer_cast<Constraint>(constraint));
}

py::object part_object(const std::shared_ptr<SeedSource>& source) {
  return python_side<PythonSeedSource>(source);
}

py::object part_object(const ConstantValue& value) { return to_python(value.given); }

py::object part_object(const ActivationPtr& activation) {
  if (py::object own = python_side<PythonActivation>(activation)) return own;
  const py::object functions = py::module_::import("pelton.keras.activations");
  return functions.attr("get")(activation == nullptr ? Value("linear") : activation->serialized());
}

}  // namespace pelton::bindings
