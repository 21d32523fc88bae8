// Owns Metric: running figures over batches, kept in Variables. Knows no model.
#pragma once
#include <variant>
#include <vector>

#include "autograd/variable.h"
#include "nn/config/config.h"

namespace pelton {

// What every metric can be told.
struct MetricConfig {
  std::optional<std::string> name;  // absent: the class's own
  std::optional<DType> dtype;       // of results and state; absent: floatx
};
template <>
inline constexpr auto fields<MetricConfig> =
    std::tuple{field("name", &MetricConfig::name), field("dtype", &MetricConfig::dtype)};

// What a metric gives: a number, or several as a tensor in host memory.
using Figure = std::variant<double, Tensor>;
// The number of a tensor of one element, else its elements, which no later change reaches.
Figure figure(const Tensor& result);

// Names and figures of a batch or an epoch, as callbacks and History get them.
using Logs = std::vector<std::pair<std::string, Figure>>;

class Metric : public Configured {
 public:
  // Whether a class takes values instead of targets and predictions.
  static constexpr bool kTakesValues = false;

  // `default_name` empty: one made from class_name() when it is first asked for.
  Metric(const MetricConfig& config, const std::string& default_name);

  // Takes in one batch. `sample_weight` may be undefined. Callers go through take_in().
  virtual void update_state(const Tensor& y_true, const Tensor& y_pred,
                            const Tensor& sample_weight) = 0;
  // `sample_weight` without what the mask of the predictions leaves out, where masks count for the
  // metric; the mask itself where no weight is given.
  Tensor masked_weight(const Tensor& y_pred, const Tensor& sample_weight) const;
  // update_state() whose errors carry a note on the arguments.
  void take_in(const Tensor& y_true, const Tensor& y_pred, const Tensor& sample_weight);
  // take_in(), in a record as ops where batch_scores() gives some, else as a host callback.
  static void take_in_recorded(const std::shared_ptr<Metric>& self, const Tensor& y_true,
                               const Tensor& y_pred, const Tensor& sample_weight);
  // take_in() as a host callback of the thread's traces, which sees the mask of `y_pred` too.
  static void take_in_on_host(const std::shared_ptr<Metric>& self, const Tensor& y_true,
                              const Tensor& y_pred, const Tensor& sample_weight);
  // What update_state() takes from one batch alone, as ops, so that a recorded step gives it too:
  // take_in_scores() of it does what take_in() would do. Undefined where only update_state() knows.
  virtual Tensor batch_scores(const Tensor& y_true, const Tensor& y_pred);
  // Takes in one batch by its scores. Raises what update_state() raises for the weight.
  virtual void take_in_scores(const Tensor& scores, const Tensor& sample_weight);
  // The figure over all batches since the last reset.
  virtual Tensor result() = 0;
  // Sets every variable to zero.
  virtual void reset_state();
  // Appends the result under the metric's name.
  virtual void log(Logs& logs);

  // A variable of the state: zeros of `shape`, in the metric's dtype unless given.
  VariableRef add_variable(const Shape& shape, const std::string& name,
                           std::optional<DType> dtype = std::nullopt);
  void track(VariableRef variable) { variables_.push_back(std::move(variable)); }
  // The variables of `metric`, a part of this one, are among its own from now on.
  void track_part(std::shared_ptr<Metric> metric);
  // Its own in the order they were made, then those of its parts.
  std::vector<VariableRef> variables() const;

  std::string module() const override { return "keras.metrics"; }
  std::string repr() const override;
  Dict get_config() const override;
  const std::string& name() const;
  void set_name(std::string name) { name_ = std::move(name); }
  DType dtype() const { return dtype_; }

 protected:
  virtual bool weighs_by_mask() const { return false; }
  // name and dtype as they are now, then what else `config`'s table holds.
  template <class C>
  Dict written(const C& config) const {
    Dict all;
    write_config(config, all);
    all.merge(Metric::get_config());
    return all;
  }

 private:
  // Its own variables, then those of the parts that are in none of `seen`.
  void gather(std::vector<VariableRef>& found, std::vector<const Metric*>& seen) const;

  mutable std::string name_;
  DType dtype_;
  std::vector<VariableRef> variables_;
  std::vector<std::shared_ptr<Metric>> parts_;
};

}  // namespace pelton
