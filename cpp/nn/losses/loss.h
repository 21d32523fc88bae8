// Owns Loss: values per example from targets and predictions, and their reduction to one number.
// Knows no model and no optimizer.
#pragma once
#include "core/tensor.h"
#include "nn/config/config.h"

namespace pelton {

// sum_over_batch_size and mean divide the weighted sum by the number of values, not of weights.
enum class Reduction : uint8_t { sum_over_batch_size, sum, mean, mean_with_sample_weight, none };
template <>
inline constexpr auto enum_names<Reduction> = std::array<const char*, 5>{
    "sum_over_batch_size", "sum", "mean", "mean_with_sample_weight", "none"};
template <>
struct FieldType<Reduction> {
  static Reduction parse(const Value& value, const FieldSite& site);
  static Value write(Reduction value) { return enum_names<Reduction>[static_cast<size_t>(value)]; }
  static std::string text() { return "str"; }
};

// What every loss can be told.
struct LossConfig {
  std::optional<Reduction> reduction = Reduction::sum_over_batch_size;  // absent: none
  std::optional<std::string> name;                                      // absent: the class's own
  std::optional<DType> dtype;                                           // absent: floatx
};
template <>
inline constexpr auto fields<LossConfig> =
    std::tuple{field("reduction", &LossConfig::reduction), field("name", &LossConfig::name),
               field("dtype", &LossConfig::dtype)};

class Loss : public Configured {
 public:
  // One value per example (the last axis reduced); the mask, where defined, is true at the
  // positions that count.
  struct Values {
    Tensor values;
    Tensor mask;
  };

  // `default_name` empty: one made from class_name() when it is first asked for.
  Loss(const LossConfig& config, const std::string& default_name);

  // Values of targets and predictions as they are: neither cast nor reduced.
  virtual Values call(const Tensor& y_true, const Tensor& y_pred) = 0;
  // True when call() takes class indices: integer targets are then not cast to dtype().
  virtual bool takes_labels() const { return false; }

  // Casts to dtype(), calls, weighs and reduces: 0-d unless the reduction is none. `sample_weight`
  // may be undefined; it must broadcast to the values; where y_pred's mask is false, values do not
  // count. Errors carry a note on the arguments.
  Tensor operator()(const Tensor& y_true, const Tensor& y_pred, const Tensor& sample_weight = {});

  std::string module() const override { return "keras.losses"; }
  Dict get_config() const override;
  const std::string& name() const;
  void set_name(std::string name) { name_ = std::move(name); }
  std::optional<Reduction> reduction() const { return reduction_; }
  void set_reduction(std::optional<Reduction> reduction) { reduction_ = reduction; }
  DType dtype() const { return dtype_; }

 protected:
  // name and reduction as they are now, then what else `config`'s table holds; Keras leaves the
  // dtype out.
  template <class C>
  Dict written(const C& config) const {
    Dict out = Loss::get_config(), all;
    write_config(config, all);
    for (const char* base : {"name", "reduction", "dtype"}) all.take(base);
    out.merge(all);
    return out;
  }

 private:
  mutable std::string name_;
  std::optional<Reduction> reduction_;
  DType dtype_;
};

// `values` weighted and reduced; the mask spreads the weight of masked values over the others.
Tensor reduce_weighted(const Loss::Values& values, const Tensor& sample_weight,
                       std::optional<Reduction> reduction);

}  // namespace pelton
