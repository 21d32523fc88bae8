// Owns the Python classes of the built-in initializers, regularizers and constraints, and of their
// bases.
#include <pybind11/stl.h>

#include "bindings/layers/bind_layers.h"
#include "bindings/nn/part_class.h"
#include "bindings/tensor/casters.h"
#include "bindings/tensor/tensor_argument.h"
#include "bindings/text.h"
#include "nn/config/dtype_policy.h"
#include "nn/module/argument_note.h"
#include "nn/weights/constraints.h"
#include "nn/weights/initializers.h"
#include "nn/weights/regularizers.h"

namespace pelton::bindings {
namespace {

// Classes derived in Python need not call super().__init__(): their instances are used through
// Python, so the metaclass makes objects as Python does.
py::handle part_metaclass() {
  static const py::handle metaclass = [] {
    static PyType_Slot slots[] = {{Py_tp_call, reinterpret_cast<void*>(PyType_Type.tp_call)},
                                  {0, nullptr}};
    static PyType_Spec spec = {"pelton.keras.PartType", 0, 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    auto* base = reinterpret_cast<PyObject*>(py::detail::get_internals().default_metaclass);
    PyObject* type = PyType_FromSpecWithBases(&spec, py::make_tuple(py::handle(base)).ptr());
    if (type == nullptr) throw py::error_already_set();
    return py::handle(type);
  }();
  return metaclass;
}

// Where users import the classes from: "pelton.keras.initializers".
std::string public_module(const py::module_& module) {
  const auto name = py::cast<std::string>(module.attr("__name__"));
  return "pelton.keras" + name.substr(name.rfind('.'));
}

// A base class whose Python-derived instances need nothing of C++.
template <class Base>
auto bind_part_base(py::module_& module, const char* name, const char* doc) {
  py::class_<Base, py::smart_holder> cls(module, name, py::metaclass(part_metaclass()),
                                         py::dynamic_attr());
  // Without a name: pybind11 takes any function called __init__ for one that makes a C++ object.
  cls.attr("__init__") = py::cpp_function(
      [](const py::object&, const py::args&, const py::kwargs&) {}, py::is_method(cls));
  cls.def("get_config", [](const py::object&) { return py::dict(); });
  def_class_method(cls, "from_config", [](const py::object& cls_object, const py::dict& config) {
    return cls_object(**config);
  });
  cls.attr("__doc__") = doc;
  cls.attr("__module__") = public_module(module);
  return cls;
}

template <class Kind, class Base>
py::object bind_kind(py::module_& module) {
  using Config = std::remove_cvref_t<decltype(std::declval<Kind>().config())>;
  py::class_<Kind, Base, py::smart_holder> cls(module, Config::kName,
                                               py::metaclass(part_metaclass()), py::dynamic_attr());
  const std::vector<ConfigField> fields = config_fields<Config>();
  def_constructor(cls, Config::kName, fields, [](Dict& values, const char* owner, bool) -> void* {
    auto* part = new Kind(take_config<Config>(values, owner));
    if constexpr (requires { part->choose_seed(); }) part->choose_seed();
    return part;
  });
  cls.attr("get_config") = py::cpp_function([](const Base& part) { return part.get_config(); },
                                            py::name("get_config"), py::is_method(cls));
  def_fields<Base>(cls, fields, &read_field<Kind, Base>);
  cls.attr("_fields") = field_rows(fields);
  cls.attr("__doc__") = signature_text(Config::kName, fields);
  cls.attr("__module__") = public_module(module);
  return cls;
}

// Raises `message` with a note on the arguments of the initializer's call.
[[noreturn]] void refuse_call(Code code, const std::string& message, const Initializer& initializer,
                              const py::object& shape, const py::object& dtype) {
  raise(code, message, arguments_heading(initializer.class_name()),
        "\n  • shape=", repr_text(shape), "\n  • dtype=", repr_text(dtype));
}

// initializer(shape, dtype); errors name the class and both arguments.
Tensor initialize(const Initializer& initializer, const py::object& shape,
                  const py::object& dtype) {
  try {
    const DType type = dtype.is_none() ? floatx() : to_dtype(dtype.ptr());
    check(!shape.is_none(), Code::value_error, "`shape` must be a sequence of sizes, got None");
    return initializer(to_shape(shape.ptr()), type);
  } catch (const Error& error) {
    refuse_call(error.code(), error.message(), initializer, shape, dtype);
  } catch (const py::error_already_set& error) {
    if (!error.matches(PyExc_TypeError)) throw;
    refuse_call(Code::type_error, str_text(error.value()), initializer, shape, dtype);
  }
}

Tensor penalty(const Regularizer& regularizer, const TensorLike& value) {
  const Tensor x = to_tensor_argument(regularizer.class_name(), "x", value);
  return noting(regularizer, "__call__", {{"x", x}}, [&] { return regularizer(x); });
}

Tensor constrained(const Constraint& constraint, const TensorLike& value) {
  const Tensor w = to_tensor_argument(constraint.class_name(), "w", value);
  return noting(constraint, "__call__", {{"w", w}}, [&] { return constraint(w); });
}

// initializer.seed: the generator or the number that was given, or else the one that was drawn.
template <class C>
void def_seed(const py::object& cls) {
  if constexpr (requires(const C& config) { config.seed; })
    def_property(cls, "seed",
                 py::cpp_function(
                     [](const Initializer& initializer) -> py::object {
                       const auto& own = static_cast<const InitializerOf<C>&>(initializer);
                       const Seed& seed = own.config().seed;
                       return seed.source ? part_object(seed.source) : py::cast(own.chosen_seed());
                     },
                     py::is_method(cls)));
}

template <class... C>
void bind_all_initializers(py::module_& module, Types<C...>) {
  const auto bind = [](const py::object& cls) {
    cls.attr("__call__") = py::cpp_function(&initialize, py::name("__call__"), py::is_method(cls),
                                            py::arg("shape"), py::arg("dtype") = py::none());
  };
  const auto bind_one = [&]<class Config>(std::type_identity<Config>) {
    const py::object cls = bind_kind<InitializerOf<Config>, Initializer>(module);
    bind(cls);
    def_seed<Config>(cls);
  };
  (bind_one(std::type_identity<C>{}), ...);
}
template <class... C>
void bind_all_regularizers(py::module_& module, Types<C...>) {
  const auto bind = [](const py::object& cls) {
    cls.attr("__call__") = py::cpp_function(&penalty, py::name("__call__"), py::is_method(cls));
  };
  (bind(bind_kind<RegularizerOf<C>, Regularizer>(module)), ...);
}
template <class... C>
void bind_all_constraints(py::module_& module, Types<C...>) {
  const auto bind = [](const py::object& cls) {
    cls.attr("__call__") = py::cpp_function(&constrained, py::name("__call__"), py::is_method(cls));
  };
  (bind(bind_kind<ConstraintOf<C>, Constraint>(module)), ...);
}

// module.get(identifier), the part that `find` gives.
template <class Pointer>
void def_get(py::module_& module, Pointer (*find)(const Value&)) {
  module.def("get", [find](const Value& identifier) -> py::object {
    const Pointer found = find(identifier);
    if constexpr (requires { found->choose_seed(); })
      if (found) found->choose_seed();
    return found ? part_object(found) : py::none();
  });
}

}  // namespace

void bind_initializers(py::module_& module) {
  py::module_ initializers = module.def_submodule("initializers", "First values of weights.");
  bind_part_base<Initializer>(
      initializers, "Initializer",
      "The base of initializers: `__call__(shape, dtype)` returns a tensor.");
  bind_all_initializers(initializers, InitializerConfigs{});
  def_get(initializers, &get_initializer);
  py::module_ regularizers = module.def_submodule("regularizers", "Penalties on weights.");
  bind_part_base<Regularizer>(regularizers, "Regularizer",
                              "The base of regularizers: `__call__(x)` returns a scalar tensor.");
  bind_all_regularizers(regularizers, RegularizerConfigs{});
  def_get(regularizers, &get_regularizer);
  py::module_ constraints = module.def_submodule("constraints", "What keeps weights in bounds.");
  bind_part_base<Constraint>(constraints, "Constraint",
                             "The base of constraints: `__call__(w)` returns what `w` becomes, "
                             "`w` itself unless a class says otherwise.")
      .def(
          "__call__", [](const py::object&, const py::object& w) { return w; }, py::arg("w"));
  bind_all_constraints(constraints, ConstraintConfigs{});
  def_get(constraints, &get_constraint);
}

}  // namespace pelton::bindings
