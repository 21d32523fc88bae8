#include "bindings/ops/op_signature.h"

#include "bindings/tensor/casters.h"
#include "bindings/text.h"

namespace pelton::bindings {
namespace {

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

py::object text_object(Text text) { return py::str(std::string(text.view())); }

py::object constant_object(const Constant& value) {
  switch (value.kind()) {
    case Constant::Kind::none:
      return py::none();
    case Constant::Kind::boolean:
      return py::cast(value.boolean());
    case Constant::Kind::integer:
      return py::cast(value.integer());
    case Constant::Kind::real:
      return py::cast(value.real());
    case Constant::Kind::text:
      return text_object(value.text());
    case Constant::Kind::list:
      break;
  }
  py::list out;
  for (const Constant& item : value.items()) out.append(constant_object(item));
  return out;
}

}  // namespace

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
    case AttrKind::text:
      return "str";
    case AttrKind::optional_text:
      return "str | None";
    case AttrKind::constant:
      return "constant";
  }
  return "";
}

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
    case AttrKind::text:
      return text_object(*static_cast<const Text*>(at));
    case AttrKind::constant:
      return constant_object(*static_cast<const Constant*>(at));
    case AttrKind::optional_text: {
      const auto& text = *static_cast<const std::optional<Text>*>(at);
      return text ? text_object(*text) : py::object(py::none());
    }
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

namespace {

// As Python reads it again: a dtype by its name.
std::string default_text(const AttrField& field, const void* defaults) {
  const py::object value = attr_object(field, defaults);
  const bool is_dtype = field.kind == AttrKind::dtype || field.kind == AttrKind::optional_dtype;
  return repr_text(is_dtype && !value.is_none() ? py::object(value.attr("name")).ptr()
                                                : value.ptr());
}

}  // namespace

std::string signature_text(const OpDef& op) {
  std::string out = cat(op.name, '(');
  for (const Arg& arg : op.inputs) out += cat(arg.name, ", ");
  bool has_default = false;
  if (op.attrs != nullptr)
    for (const AttrField& field : op.attrs->arguments()) {
      out += field.name;
      has_default |= !field.required;
      if (has_default) out += cat('=', default_text(field, op.attrs->defaults()));
      out += ", ";
    }
  return out + "name=None)";
}

}  // namespace pelton::bindings
