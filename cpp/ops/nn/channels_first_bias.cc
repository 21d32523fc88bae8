// Owns what bias_add can be told besides its operands: which axis the channels are.
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"

namespace pelton {

struct WideBiasAddAttrs {
  std::optional<Text> data_format;  // "N...C" or "NC..."; absent: the channels come last
};
template <>
inline constexpr auto fields<WideBiasAddAttrs> =
    std::tuple{field("data_format", &WideBiasAddAttrs::data_format)};

namespace {

bool has_channels_first(const std::optional<Text>& data_format) {
  if (!data_format) return false;
  const std::string_view format = data_format->view();
  if (format.starts_with("NC")) return true;
  check(format.starts_with("N") && format.ends_with("C"), Code::value_error,
        "`data_format` must be of the form `N...C` or `NC...`. Received: data_format=", format);
  return false;
}

std::vector<Tensor> compose_bias_add(const ComposeContext& c) {
  const Tensor &value = c.in(0), &bias = c.in(1);
  const bool are_first = has_channels_first(c.attrs<WideBiasAddAttrs>().data_format);
  if (!are_first || value.rank() <= 2) return {bias_add(value, bias)};
  check(bias.rank() == 1, "Biases must be 1D: ", bias.shape());
  check(may_equal(value.shape()[1], bias.shape()[0]),
        "Must provide as many biases as the channel dimension of the input tensor: ", bias.shape(),
        " vs. ", value.shape());
  Shape along_channels(static_cast<size_t>(value.rank() - 1), 1);
  along_channels[0] = -1;
  return {add(value, reshape(bias, {.shape = along_channels}))};
}

constinit const CompositeOp wide_bias_add_op{
    .schema = {.name = "bias_add",
               .tf_name = "BiasAdd",
               .inputs = {"value", "bias"},
               .attrs = &attrs_of<WideBiasAddAttrs>,
               .dtypes = kNumeric},
    .doc =
        "`value` plus the number of `bias` for each channel; the channels are the last axis, "
        "or the second where `data_format` begins with NC.",
    .compose = compose_bias_add};

constexpr const CompositeOp* kWideBiasAddOps[] = {&wide_bias_add_op};
const OpFamily wide_bias_add_ops(kWideBiasAddOps);

}  // namespace
}  // namespace pelton
