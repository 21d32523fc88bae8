// Owns reading the options common to all layers.
#include "nn/module/layer_options.h"

#include "nn/module/keras_version.h"

namespace pelton {

namespace {

constexpr std::string_view kBadName =
    "Argument `name` must be a string and cannot contain character `/`. Received: name=";

std::optional<Shape> take_input_shape(Dict& values) {
  const Value size = values.take("input_dim");
  const Value shape = values.take("input_shape");
  if (!size.is_none()) return parse_shape(List{{size}, true});
  if (shape.is_none()) return std::nullopt;
  return parse_shape(shape);
}

}  // namespace

void check_layer_name(const std::string& name) {
  check(speaks_keras_2() || name.find('/') == std::string::npos, Code::value_error, kBadName, name);
}

LayerOptions take_layer_options(Dict& values, std::string_view class_name) {
  if (const Value* flag = values.find("trainable");
      flag != nullptr && flag->get_if<bool>() == nullptr)
    raise(Code::value_error, "Expected `trainable` to be a boolean. Received: trainable=", *flag,
          " (of type ", type_text(*flag), ") [", class_name, "]");
  auto options = take_config<LayerOptions>(values, class_name);
  const Value name = values.take("name");
  const auto* text = name.get_if<std::string>();
  check(name.is_none() || text != nullptr, Code::value_error, kBadName, name, " (of type ",
        type_text(name), ") [", class_name, "]");
  if (text != nullptr) {
    check_layer_name(*text);
    options.name = *text;
  }
  options.input_shape = take_input_shape(values);
  check_all_used(class_name, values);
  return options;
}

}  // namespace pelton
