// Owns what Python can ask of the op table: tests, stubs and docs are made from it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings/bind.h"
#include "bindings/errors.h"
#include "bindings/tensor/casters.h"
#include "ops/op_list.h"

namespace pelton::bindings {
namespace {

const char* kind_name(AttrKind kind) {
  switch (kind) {
    case AttrKind::boolean:
      return "bool";
    case AttrKind::integer:
      return "int";
    case AttrKind::optional_integer:
      return "int | None";
    case AttrKind::real:
      return "float";
    case AttrKind::optional_real:
      return "float | None";
    case AttrKind::dtype:
      return "DType";
    case AttrKind::optional_dtype:
      return "DType | None";
    case AttrKind::ints:
      return "ints";
    case AttrKind::optional_ints:
      return "ints | None";
    case AttrKind::choice:
      return "str";
  }
  return "";
}

py::list names_of(DTypeSet dtypes) {
  py::list out;
  for (int i = 0; i < kDTypeCount; ++i)
    if (dtypes.contains(static_cast<DType>(i)))
      out.append(std::string(name(static_cast<DType>(i))));
  return out;
}

template <class T>
py::object optional_object(const void* at) {
  const auto& value = *static_cast<const std::optional<T>*>(at);
  return value ? py::cast(*value) : py::object(py::none());
}

py::object axes_object(const Axes& axes) {
  py::tuple out(axes.size());
  for (size_t i = 0; i < axes.size(); ++i) out[i] = axes[i];
  return py::object(std::move(out));
}

// The attribute's value in `attrs`, as Python would pass it.
py::object attr_object(const AttrField& field, const void* attrs) {
  const void* at = field.at(const_cast<void*>(attrs));
  switch (field.kind) {
    case AttrKind::boolean:
      return py::cast(*static_cast<const bool*>(at));
    case AttrKind::integer:
      return py::cast(*static_cast<const int64_t*>(at));
    case AttrKind::real:
      return py::cast(*static_cast<const double*>(at));
    case AttrKind::dtype:
      return py::cast(*static_cast<const DType*>(at));
    case AttrKind::ints:
      return axes_object(*static_cast<const Axes*>(at));
    case AttrKind::choice:
      return py::cast(field.choices[*static_cast<const uint8_t*>(at)]);
    case AttrKind::optional_integer:
      return optional_object<int64_t>(at);
    case AttrKind::optional_real:
      return optional_object<double>(at);
    case AttrKind::optional_dtype:
      return optional_object<DType>(at);
    case AttrKind::optional_ints: {
      const auto& axes = *static_cast<const std::optional<Axes>*>(at);
      return axes ? axes_object(*axes) : py::object(py::none());
    }
  }
  return py::none();
}

// (name, type, default, required), as the `_fields` of classes.
py::tuple describe_field(const AttrField& field, const AttrSpec& spec) {
  return py::make_tuple(
      field.name, kind_name(field.kind),
      field.required ? py::object(py::none()) : attr_object(field, spec.defaults()),
      field.required);
}

py::dict describe_op(const OpDef& op) {
  py::dict info;
  info["name"] = op.name;
  info["tf_name"] = op.tf_name;
  py::list inputs, attrs;
  for (const Arg& arg : op.inputs)
    inputs.append(py::make_tuple(arg.name, names_of(arg.dtypes.empty() ? op.dtypes : arg.dtypes)));
  if (op.attrs != nullptr)
    for (const AttrField& field : op.attrs->fields) attrs.append(describe_field(field, *op.attrs));
  info["inputs"] = inputs;
  info["variadic"] = op.variadic;
  info["outputs"] = op.outputs;
  info["attrs"] = attrs;
  info["dtypes"] = names_of(op.dtypes);
  info["gradient"] = op.grad == nullptr        ? py::object(py::none())
                     : op.grad == &no_gradient ? py::object(py::bool_(false))
                                               : py::object(py::bool_(true));
  info["is_view"] = op.view != nullptr;
  info["mutates"] = op.mutates;
  py::list devices;
  if (op.kernels.cpu != nullptr || op.view != nullptr) devices.append("CPU");
  if (!op.kernels.cuda.is_empty() || op.view != nullptr) devices.append("GPU");
  info["devices"] = devices;
  return info;
}

}  // namespace

void bind_op_table(py::module_& module) {
  module.def(
      "op_names",
      [] {
        std::vector<std::string> names;
        for (const OpDef* op : op_list()) names.emplace_back(op->name);
        return names;
      },
      "Names of all ops of the engine.");
  module.def(
      "op_info",
      [](const std::string& name) {
        const OpDef* op = find_op(name);
        check(op != nullptr, Code::not_found, "no op named '", name, "'");
        return describe_op(*op);
      },
      "Inputs, attributes, dtypes, gradient and devices of one op.");
}

}  // namespace pelton::bindings
