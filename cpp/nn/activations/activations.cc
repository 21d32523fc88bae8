// Owns the built-in activations and looking one up by name.
#include "nn/activations/activations.h"

#include "nn/config/foreign.h"
#include "nn/training/logits.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {

namespace activations {

namespace {

Tensor like(const Tensor& x, double value) { return scalar(value, x.dtype()); }

// Losses compute with the logits where they meet these probabilities.
Tensor sigmoid_of_logits(const Tensor& x) {
  Tensor y = sigmoid(x);
  remember_logits(y, x);
  return y;
}

Tensor softmax_of_logits(const Tensor& x) {
  Tensor y = pelton::softmax(x);
  remember_logits(y, x);
  return y;
}

constexpr Row kRows[] = {
    {"celu", [](const Tensor& x) { return celu(x); }},
    {"elu", [](const Tensor& x) { return elu(x); }},
    {"exponential", [](const Tensor& x) { return exp(x); }},
    {"gelu", [](const Tensor& x) { return gelu(x); }},
    {"glu", [](const Tensor& x) { return glu(x); }},
    {"hard_shrink", [](const Tensor& x) { return hard_shrink(x); }},
    {"hard_sigmoid", hard_sigmoid},
    {"hard_silu", hard_silu},
    {"hard_swish", hard_silu},
    {"hard_tanh", hard_tanh},
    {"leaky_relu", [](const Tensor& x) { return leaky_relu(x); }},
    {"linear", [](const Tensor& x) { return x; }},
    {"log_sigmoid", log_sigmoid},
    {"log_softmax", [](const Tensor& x) { return log_softmax(x); }},
    {"mish", mish},
    {"relu", [](const Tensor& x) { return pelton::relu(x); }},
    {"relu6", [](const Tensor& x) { return relu6(x); }},
    {"selu", [](const Tensor& x) { return selu(x); }},
    {"sigmoid", sigmoid_of_logits},
    {"silu", [](const Tensor& x) { return silu(x); }},
    {"swish", [](const Tensor& x) { return silu(x); }},
    {"soft_shrink", [](const Tensor& x) { return soft_shrink(x); }},
    {"softmax", softmax_of_logits},
    {"softplus", [](const Tensor& x) { return softplus(x); }},
    {"softsign", [](const Tensor& x) { return softsign(x); }},
    {"sparse_plus", sparse_plus},
    {"sparse_sigmoid", sparse_sigmoid},
    {"squareplus", [](const Tensor& x) { return squareplus(x); }},
    {"tanh", [](const Tensor& x) { return tanh(x); }},
    {"tanh_shrink", tanh_shrink},
};

}  // namespace

std::span<const Row> rows() { return kRows; }

Tensor relu(const Tensor& x, double negative_slope, std::optional<double> max_value,
            double threshold) {
  const bool is_plain = negative_slope == 0 && threshold == 0;
  if (is_plain && max_value && *max_value == 6) return relu6(x);
  // Keras's rule: only this form has the slope at 0 itself.
  if (threshold == 0 && !max_value && negative_slope != 0)
    return leaky_relu(x, {.alpha = negative_slope});
  const Tensor limit = like(x, threshold);
  Tensor y = threshold == 0 ? pelton::relu(x) : where(greater(x, limit), x, zeros_like(x));
  if (max_value) y = minimum(y, like(x, *max_value));
  if (negative_slope == 0) return y;
  // At the threshold itself both parts have slope 0, as in Keras.
  const Tensor below = pelton::relu(threshold == 0 ? negative(x) : subtract(limit, x));
  return subtract(y, multiply(below, like(x, negative_slope)));
}

Tensor celu(const Tensor& x, double alpha) {
  const Tensor below = multiply(like(x, alpha), expm1(divide(x, like(x, alpha))));
  return add(pelton::relu(x), minimum(below, like(x, 0)));
}

Tensor glu(const Tensor& x, int64_t axis) {
  const int64_t size =
      x.rank() > 0 ? x.shape()[static_cast<size_t>(normalize_axis(axis, x.rank()))] : 1;
  check(size % 2 == 0, Code::value_error,
        "axis size must be divisible by 2. Received: x.shape=", x.shape(), " with axis=", axis,
        " [glu]");
  const std::vector<Tensor> halves = split(x, {size / 2, size / 2}, {.axis = axis});
  return multiply(halves[0], sigmoid(halves[1]));
}

Tensor hard_shrink(const Tensor& x, double threshold) {
  return where(greater(abs(x), like(x, threshold)), x, zeros_like(x));
}

Tensor hard_sigmoid(const Tensor& x) {
  return multiply(relu6(add(x, like(x, 3))), like(x, 1.0 / 6));
}

Tensor hard_silu(const Tensor& x) { return multiply(x, hard_sigmoid(x)); }

Tensor hard_tanh(const Tensor& x) { return clip_by_value(x, like(x, -1), like(x, 1)); }

Tensor log_sigmoid(const Tensor& x) { return negative(softplus(negative(x))); }

Tensor mish(const Tensor& x) { return multiply(x, tanh(softplus(x))); }

Tensor soft_shrink(const Tensor& x, double threshold) {
  const Tensor limit = like(x, threshold);
  const Tensor above = where(greater(x, limit), subtract(x, limit), zeros_like(x));
  return where(less(x, negative(limit)), add(x, limit), above);
}

Tensor sparse_plus(const Tensor& x) {
  const Tensor middle = multiply(square(add(x, like(x, 1))), like(x, 0.25));
  const Tensor upper = where(less(x, like(x, 1)), middle, x);
  return where(less_equal(x, like(x, -1)), zeros_like(x), upper);
}

Tensor sparse_sigmoid(const Tensor& x) {
  return multiply(add(hard_tanh(x), like(x, 1)), like(x, 0.5));
}

Tensor squareplus(const Tensor& x, double b) {
  return multiply(add(x, sqrt(add(square(x), like(x, b)))), like(x, 0.5));
}

Tensor tanh_shrink(const Tensor& x) { return subtract(x, tanh(x)); }

Tensor softmax(const Tensor& x, std::span<const int64_t> axes) {
  if (axes.size() == 1 && (axes[0] == -1 || axes[0] == x.rank() - 1)) return softmax_of_logits(x);
  if (axes.size() == 1) return pelton::softmax(x, {.axis = axes[0]});
  const Tensor sum =
      reduce_logsumexp(x, {.axis = Axes(axes.begin(), axes.end()), .keepdims = true});
  return exp(subtract(x, sum));
}

}  // namespace activations

namespace {

class BuiltInActivation : public ActivationFunction {
 public:
  explicit BuiltInActivation(const activations::Row& row) : row_(row) {}
  Tensor operator()(const Tensor& x) const override { return row_.function(x); }
  Dict get_config() const override { return {}; }
  std::string repr() const override { return cat("<function ", row_.name, ">"); }
  Value serialized() const override { return row_.name; }
  bool is(std::string_view name) const { return name == row_.name; }

 private:
  const activations::Row& row_;
};

ActivationPtr by_name(const std::string& name) {
  for (const activations::Row& row : activations::rows())
    if (name == row.name) return std::make_shared<BuiltInActivation>(row);
  raise(Code::value_error, "Could not interpret activation function identifier: ", name);
}

}  // namespace

bool activations::is_relu(const ActivationPtr& activation) {
  const auto* built_in = dynamic_cast<const BuiltInActivation*>(activation.get());
  return built_in != nullptr && built_in->is("relu");
}

ActivationPtr get_activation(const Value& identifier) {
  if (identifier.is_none()) return nullptr;
  if (const auto* name = identifier.get_if<std::string>()) return by_name(*name);
  if (const Dict* dict = identifier.get_if<Dict>())
    if (const Value* config = dict->find("config"))
      if (const auto* name = config->get_if<std::string>()) return by_name(*name);
  if (const auto* object = identifier.get_if<Value::Object>())
    if (auto activation = std::dynamic_pointer_cast<ActivationFunction>(*object)) return activation;
  if (const Foreign* foreign = foreign_of(identifier))
    if (ActivationPtr activation = foreign->as_activation()) return activation;
  raise(Code::value_error, "Could not interpret activation function identifier: ", identifier);
}

ActivationPtr FieldType<ActivationPtr>::parse(const Value& value, const FieldSite& site) {
  return found_for(site, value, get_activation);
}

}  // namespace pelton
