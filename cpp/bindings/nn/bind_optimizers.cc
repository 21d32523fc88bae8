// Owns the Python types of the optimizers and of learning rate schedules, by looping over
// OptimizerTypes.
#include <pybind11/stl.h>

#include "bindings/bind.h"
#include "bindings/gil.h"
#include "bindings/half_made.h"
#include "bindings/nn/part_class.h"
#include "bindings/nn/python_optimizer.h"
#include "bindings/ops/attr_parse.h"
#include "bindings/tensor/tensor_argument.h"
#include "bindings/text.h"
#include "nn/config/dtype_policy.h"
#include "nn/optimizers/optimizer_list.h"
#include "nn/training/warning.h"
#include "nn/weights/initializer.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/op_list.h"
#include "ops/training/training.h"
#include "runtime/threads/interrupt.h"

namespace pelton::bindings {
namespace {

using Variables = std::vector<VariableRef>;

// Keyword arguments that `rows` do not have: `decay` is ignored with a warning, as in Keras, all
// others are refused.
void refuse_unknown(const std::vector<ConfigField>& rows, py::kwargs& kwargs) {
  py::dict unknown;
  for (const auto& item : kwargs) {
    const auto key = item.first.cast<std::string>();
    const bool known =
        std::any_of(rows.begin(), rows.end(), [&](const auto& row) { return key == row.name; });
    if (!known) unknown[item.first] = item.second;
  }
  if (unknown.contains("decay")) {
    if (!unknown["decay"].is_none())
      warn("Argument `decay` is no longer supported and will be ignored.");
    PyDict_DelItemString(unknown.ptr(), "decay");
    kwargs.attr("pop")("decay");
  }
  check(unknown.empty(), Code::value_error, "Argument(s) not recognized: ", str_text(unknown));
}

// Makes the C++ half from constructor arguments, of which the rate was read before: it may be a
// function or a schedule.
using MakeOptimizer = void* (*)(Dict& values, const char* owner,
                                const std::optional<LearningRate>& rate, bool is_derived);

void def_optimizer_constructor(const py::object& cls, const char* owner,
                               std::vector<ConfigField> rows, MakeOptimizer make) {
  const auto construct = [owner, rows = std::move(rows), make](py::detail::value_and_holder& place,
                                                               const py::args& args,
                                                               py::kwargs kwargs) {
    refuse_unknown(rows, kwargs);
    py::object given = args.empty() ? py::object() : py::object(args[0]);
    if (kwargs.contains("learning_rate")) given = kwargs["learning_rate"];
    Dict values = name_arguments(owner, rows, args, kwargs);
    std::optional<LearningRate> rate;
    if (given) {
      values.set("learning_rate", 0.0);
      rate = to_learning_rate(owner, given);
    }
    place.value_ptr() = make(values, owner, rate, class_under_construction(place).is_derived);
  };
  cls.attr("__init__") = py::cpp_function(
      [owner, construct](py::detail::value_and_holder& place, const py::args& args,
                         const py::kwargs& kwargs) {
        naming(owner, [&] { construct(place, args, kwargs); });
      },
      py::name("__init__"), py::is_method(cls), py::detail::is_new_style_constructor());
}

template <class Config>
Config optimizer_config(Dict& values, const char* owner, const std::optional<LearningRate>& rate) {
  auto config = take_config<Config>(values, owner);
  if (rate) config.learning_rate = *rate;
  return config;
}

// T, or the C++ half of a class derived from it in Python.
template <class T>
void* make_optimizer(Dict& values, const char* owner, const std::optional<LearningRate>& rate,
                     bool is_derived) {
  const auto config = optimizer_config<typename T::Config>(values, owner, rate);
  return is_derived ? static_cast<T*>(new PythonOptimizer<T>(config, std::string()))
                    : new T(config);
}

// The gradient of the variable at `index`; undefined for None. An IndexedSlices is one in slices.
Tensor to_gradient(const Optimizer& optimizer, size_t index, py::handle object) {
  if (is_gradient_in_slices(object.ptr())) return to_tensor(object.attr("_as_gradient")().ptr());
  const TensorLike given{py::reinterpret_borrow<py::object>(object)};
  return to_optional_tensor(optimizer.class_name(), cat("gradients[", index, "]"), given);
}

VariableRef to_variable(const Optimizer& optimizer, size_t index, py::handle object) {
  check(is_variable(object.ptr()), Code::type_error, optimizer.class_name(),
        ": argument `variables[", index, "]`: expected a Variable, got ",
        Py_TYPE(object.ptr())->tp_name);
  return unwrap_variable(object.ptr());
}

std::vector<Tensor> to_gradients(const Optimizer& optimizer, const py::iterable& grads) {
  std::vector<Tensor> out;
  for (py::handle grad : grads) {
    poll_interrupt();
    out.push_back(to_gradient(optimizer, out.size(), grad));
  }
  return out;
}

using OptimizerPtr = std::shared_ptr<Optimizer>;

void step(const OptimizerPtr& optimizer, const std::vector<Tensor>& gradients,
          const std::optional<Variables>& variables) {
  const GilGivenUp given_up;
  const AtWork at_work;
  Optimizer::apply_recorded(made(optimizer), gradients, variables);
}

void apply(const OptimizerPtr& optimizer, const py::iterable& grads,
           const std::optional<Variables>& variables) {
  step(optimizer, to_gradients(*made(optimizer), grads), variables);
}

VariableRef apply_gradients(const OptimizerPtr& owner, const py::iterable& grads_and_vars) {
  const Optimizer& optimizer = *made(owner);
  std::vector<Tensor> gradients;
  Variables variables;
  for (py::handle pair : grads_and_vars) {
    const auto items = pair.cast<py::sequence>();
    check(items.size() == 2, Code::value_error, optimizer.class_name(),
          ".apply_gradients expects (gradient, variable) pairs, got an item of length ",
          items.size());
    gradients.push_back(to_gradient(optimizer, gradients.size(), items[0]));
    variables.push_back(to_variable(optimizer, variables.size(), items[1]));
  }
  check(!variables.empty(), Code::value_error, optimizer.class_name(),
        ".apply_gradients: grads_and_vars is empty, there is nothing to apply");
  step(owner, gradients, variables);
  return optimizer.iteration();
}

py::object learning_rate_of(const Optimizer& optimizer) {
  if (optimizer.learning_rate_variable()) return py::cast(optimizer.learning_rate_variable());
  return py::cast(optimizer.learning_rate());
}

// The schedule where there is one, as Keras's attribute of this name has it.
py::object given_learning_rate_of(const Optimizer& optimizer) {
  return optimizer.schedule() ? py::cast(optimizer.schedule()) : learning_rate_of(optimizer);
}

void set_learning_rate(Optimizer& optimizer, py::handle value) {
  if (py::isinstance<LearningRateSchedule>(value) ||
      (PyCallable_Check(value.ptr()) != 0 && !is_tensor(value.ptr()) && !is_variable(value.ptr())))
    return optimizer.set_learning_rate(to_learning_rate(optimizer.name(), value));
  optimizer.set_learning_rate({value.cast<py::float_>(), nullptr});
}

py::object iterations_of(const Optimizer& optimizer) {
  if (optimizer.options().gradient_accumulation_steps.value_or(0) > 0)
    return py::cast(optimizer.iterations());
  return py::cast(optimizer.iteration());
}

VariableRef add_optimizer_variable(Optimizer& optimizer, const Shape& shape, py::handle initializer,
                                   std::optional<DType> dtype, py::handle, py::handle,
                                   const std::optional<std::string>& name) {
  const InitializerPtr value = get_initializer(to_value(initializer));
  const DType type = dtype.value_or(floatx());
  return optimizer.add_variable(value ? (*value)(shape, type) : zeros(shape, type),
                                name.value_or("variable"));
}

VariableRef add_variable_from_reference(Optimizer& optimizer, const VariableRef& reference,
                                        const std::optional<std::string>& name,
                                        py::handle initializer) {
  VariableRef slot = optimizer.add_variable_from_reference(*reference, name.value_or("var"));
  if (const InitializerPtr value = get_initializer(to_value(initializer)))
    slot->assign((*value)(slot->shape(), slot->dtype()));
  return slot;
}

// Of one name a list, of several a tuple of lists; made variable by variable.
py::object add_optimizer_variables(Optimizer& optimizer, const Variables& variables,
                                   const py::object& name, const py::object& initializer) {
  const auto fill = [](const VariableRef& slot, py::handle given) {
    if (const InitializerPtr value = get_initializer(to_value(given)))
      slot->assign((*value)(slot->shape(), slot->dtype()));
  };
  const bool is_one = py::isinstance<py::str>(name);
  const py::list names = is_one ? py::list(py::make_tuple(name)) : py::list(name);
  const bool has_list =
      !is_one && (py::isinstance<py::list>(initializer) || py::isinstance<py::tuple>(initializer));
  const py::list starts = has_list ? py::list(initializer) : py::list();
  check(!has_list || starts.size() == names.size(), Code::value_error,
        "The number of provided names must match the number of provided initializers. Received: ",
        "name=", str_text(name), ", initializer=", str_text(initializer));
  std::vector<py::list> slots(names.size());
  for (const VariableRef& variable : variables)
    for (size_t i = 0; i < names.size(); ++i) {
      const VariableRef slot = optimizer.add_variable_from_reference(*variable, str_text(names[i]));
      fill(slot, has_list ? py::object(starts[i]) : initializer);
      slots[i].append(slot);
    }
  return is_one ? py::object(slots[0]) : py::object(py::tuple(py::cast(slots)));
}

template <class Class>
void def_variables(Class& type) {
  using py::arg;
  type.def("add_variable", &add_optimizer_variable, arg("shape"), arg("initializer") = "zeros",
           arg("dtype") = py::none(), arg("aggregation") = "none", arg("layout") = py::none(),
           arg("name") = py::none())
      .def("add_variable_from_reference", &add_variable_from_reference, arg("reference_variable"),
           arg("name") = py::none(), arg("initializer") = "zeros")
      .def("add_optimizer_variables", &add_optimizer_variables, arg("trainable_variables"),
           arg("name"), arg("initializer") = "zeros")
      .def("assign", [](Optimizer&, const VariableRef& v, const Tensor& x) { v->assign(x); })
      .def("assign_add", [](Optimizer&, const VariableRef& v,
                            const Tensor& x) { v->assign(add(v->untaped_value(), x)); })
      .def("assign_sub", [](Optimizer&, const VariableRef& v,
                            const Tensor& x) { v->assign(subtract(v->untaped_value(), x)); })
      .def("_get_variable_index",
           [](const Optimizer& o, const VariableRef& v) { return o.index_of(*v); })
      .def_property_readonly("variables", &Optimizer::variables)
      .def_property_readonly("_trainable_variables", &Optimizer::trainable_variables);
}

template <auto Member, class Class>
void def_option(Class& type, const char* name) {
  type.def_property(
      name, [](const Optimizer& optimizer) { return optimizer.options().*Member; },
      [](Optimizer& optimizer, std::remove_cvref_t<decltype(optimizer.options().*Member)> value) {
        optimizer.options().*Member = value;
      });
}

template <class Class>
void def_options(Class& type) {
  using C = OptimizerConfig;
  def_option<&C::weight_decay>(type, "weight_decay");
  def_option<&C::clipnorm>(type, "clipnorm");
  def_option<&C::clipvalue>(type, "clipvalue");
  def_option<&C::global_clipnorm>(type, "global_clipnorm");
  def_option<&C::use_ema>(type, "use_ema");
  def_option<&C::ema_momentum>(type, "ema_momentum");
  def_option<&C::ema_overwrite_frequency>(type, "ema_overwrite_frequency");
  def_option<&C::loss_scale_factor>(type, "loss_scale_factor");
  def_option<&C::gradient_accumulation_steps>(type, "gradient_accumulation_steps");
}

template <class Class>
void def_steps(Class& type) {
  using py::arg;
  type.def(
          "build",
          [](Optimizer& optimizer, const Variables& variables) { optimizer.build(variables); },
          arg("variables"))
      .def("apply", &apply, arg("grads"), arg("trainable_variables") = py::none())
      .def("apply_gradients", &apply_gradients, arg("grads_and_vars"))
      .def(
          "update_step",
          [](Optimizer& o, const Tensor& gradient, const VariableRef& variable,
             const TensorLike& given) {
            const Tensor rate = to_tensor_argument(o.class_name(), "learning_rate", given);
            o.update_step({variable, gradient, o.index_of(*variable)},
                          {cast(rate, DType::float32), o.iterations()});
          },
          arg("gradient"), arg("variable"), arg("learning_rate"))
      .def("finalize_variable_values", &Optimizer::finalize_variable_values, arg("var_list"))
      .def(
          "exclude_from_weight_decay",
          [](Optimizer& optimizer, const std::optional<Variables>& variables,
             const std::optional<std::vector<std::string>>& names) {
            optimizer.exclude_from_weight_decay(variables.value_or(Variables{}),
                                                names.value_or(std::vector<std::string>{}));
          },
          arg("var_list") = py::none(), arg("var_names") = py::none())
      .def("scale_loss",
           [](const Optimizer& optimizer, const Tensor& loss) {
             const auto& scale = optimizer.options().loss_scale_factor;
             return scale ? multiply(loss, pelton::scalar(*scale, loss.dtype())) : loss;
           })
      .def_property("built", &Optimizer::built, &Optimizer::set_built)
      .def_property("name", &Optimizer::name, &Optimizer::set_name)
      .def_property("learning_rate", &learning_rate_of, &set_learning_rate)
      .def_property("_learning_rate", &given_learning_rate_of, &set_learning_rate)
      .def_property_readonly("_schedule",
                             [](const Optimizer& optimizer) { return optimizer.schedule(); })
      .def_property_readonly("iterations", &iterations_of);
}

void bind_optimizer_base(py::module_& m) {
  auto type = py::class_<Optimizer, PythonOptimizer<Optimizer>, py::smart_holder>(
      m, "Optimizer", py::dynamic_attr(),
      "Base of optimizers: derive from it and define build(variables) and\n"
      "update_step(gradient, variable, learning_rate).");
  def_optimizer_constructor(
      type, "Optimizer", config_fields<OptimizerConfig>(),
      [](Dict& values, const char* owner, const std::optional<LearningRate>& rate, bool) -> void* {
        const auto config = optimizer_config<OptimizerConfig>(values, owner, rate);
        return static_cast<Optimizer*>(new PythonOptimizer<Optimizer>(config, std::string()));
      });
  def_steps(type);
  def_variables(type);
  def_options(type);
  def_config_methods(type);
  type.attr("_arguments") = field_rows(config_fields<OptimizerConfig>());
}

void bind_schedule(py::module_& m) {
  auto type = py::class_<LearningRateSchedule, PythonSchedule, py::smart_holder>(
      m, "LearningRateSchedule", py::dynamic_attr(),
      "Base of schedules: derive from it and define __call__(step) and get_config().");
  type.def(py::init([] { return std::make_unique<PythonSchedule>(); }));
  def_config_methods(type);
}

// The settings that T has beyond those of all optimizers.
template <class T, class Class>
void def_settings(Class& type) {
  detail::for_each_field<typename T::Settings>([&](const auto& row) {
    type.def_property(
        row.name,
        [member = row.member](const T& optimizer) { return optimizer.settings().*member; },
        [name = row.name](T& optimizer, const py::object& value) {
          optimizer.set_setting(name, to_value(value));
        });
  });
}

template <class T>
void bind_optimizer(py::module_& m) {
  const auto rows = config_fields<typename T::Config>();
  const std::string doc = signature_text(T::kClass, rows);
  auto type = py::class_<T, Optimizer, PythonOptimizer<T>, py::smart_holder>(
      m, T::kClass, py::dynamic_attr(), doc.c_str());
  def_optimizer_constructor(type, T::kClass, rows, &make_optimizer<T>);
  def_settings<T>(type);
  type.attr("_fields") = field_rows(rows);
}

template <class... Ts>
void bind_optimizer_types(py::module_& m, Types<Ts...>) {
  (bind_optimizer<Ts>(m), ...);
}

// A step of the update rule `name` on variables of an optimizer that is not ours.
void step_variables(const std::string& name, const Variables& variables, std::vector<Tensor> inputs,
                    const py::kwargs& settings) {
  const OpDef* op = find_op(name);
  check(op != nullptr && op->mutates && op->attrs != nullptr, Code::value_error,
        "there is no update rule '", name, "'");
  alignas(std::max_align_t) std::byte attrs[kMostAttrBytes];
  op->attrs->copy(attrs, op->attrs->defaults());
  const auto fields = op->attrs->arguments();
  std::vector<Tensor> named;
  for (const auto& [key, value] : settings) {
    const auto setting = key.cast<std::string>();
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const AttrField& one) { return setting == one.name; });
    check(field != fields.end(), Code::type_error, name, " has no setting '", setting, "'");
    parse_attr(*field, value.ptr(), attrs, named);
  }
  check(variables.size() == written_count(*op, attrs, variables.size() + inputs.size()),
        Code::value_error, name, ": ", variables.size(), " variables do not fit ", inputs.size(),
        " other operands");
  for (Tensor& input : inputs)
    if (!input.is_contiguous()) input = identity(input);  // as the op wants it, told to a tracer
  update_variables(*op, variables, inputs, attrs);
}

}  // namespace

void bind_optimizers(py::module_& module) {
  py::module_ m = module.def_submodule("optimizers", "Optimizers and learning rate schedules.");
  bind_schedule(m);
  bind_optimizer_base(m);
  bind_optimizer_types(m, OptimizerTypes{});
  m.def("get", [](const std::string& identifier) { return get_optimizer(identifier); });
  m.def("step", &step_variables, py::arg("rule"), py::arg("variables"), py::arg("inputs"));
}

}  // namespace pelton::bindings
