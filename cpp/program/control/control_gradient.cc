#include "program/control/control_gradient.h"

#include <algorithm>

#include "autograd/tape.h"
#include "ops/array/array.h"
#include "program/trace/host_callback.h"

namespace pelton {
namespace {

// Holds the inputs, which the gradient reads.
class PerformedGradient final : public CustomGradient {
 public:
  PerformedGradient(ControlRef control, std::span<const Tensor> inputs,
                    std::span<const Tensor> outputs, std::optional<RandomStream> stream,
                    std::vector<bool> wanted)
      : control_(std::move(control)),
        inputs_(inputs.begin(), inputs.end()),
        stream_(stream),
        wanted_(std::move(wanted)) {
    for (const Tensor& output : outputs) is_float_.push_back(is_floating(output.dtype()));
    for (size_t i = 0; i < wanted_.size(); ++i)
      wanted_[i] = wanted_[i] && is_floating(inputs_[i].dtype());
  }

  std::vector<Tensor> operator()(std::span<const Tensor> output_grads) override {
    check(!control_->writes_variables(), Code::unimplemented, control_->name(),
          " has no gradient where it writes variables: its gradient runs it again");
    std::vector<Tensor> all = inputs_;
    std::vector<bool> given;
    for (size_t i = 0; i < output_grads.size(); ++i) {
      given.push_back(output_grads[i].defined() && is_float_[i]);
      if (given.back()) all.push_back(output_grads[i]);
    }
    const auto gradient = std::make_shared<ControlGradient>(control_, wanted_, std::move(given));
    std::vector<Tensor> found = perform(gradient, all, stream_);
    std::vector<Tensor> out(inputs_.size());
    for (size_t i = 0, next = 0; i < out.size(); ++i)
      if (wanted_[i]) out[i] = std::move(found[next++]);
    return out;
  }

 private:
  const ControlRef control_;
  const std::vector<Tensor> inputs_;
  const std::optional<RandomStream> stream_;
  std::vector<bool> wanted_, is_float_;
};

}  // namespace

size_t ControlGradient::output_count() const {
  return static_cast<size_t>(std::count(wanted_.begin(), wanted_.end(), true));
}

std::vector<TensorKind> ControlGradient::outputs(std::span<const Tensor> inputs) const {
  std::vector<TensorKind> out;
  for (size_t i = 0; i < wanted_.size(); ++i)
    if (wanted_[i]) out.push_back(kind_of(inputs[i]));
  return out;
}

std::vector<Tensor> ControlGradient::run(std::span<const Tensor> inputs) const {
  const HostCallbacksOff once;
  Tape tape(false, false);
  std::vector<Tensor> own = renewed(inputs.first(wanted_.size()));
  std::vector<Tape::Source> sources;
  tape.start();
  for (size_t i = 0; i < own.size(); ++i) {
    if (!wanted_[i]) continue;
    tape.watch(own[i]);
    sources.push_back(Tape::source_of(own[i]));
  }
  const std::vector<Tensor> results = of_->run(own);
  tape.stop();
  std::vector<Tensor> targets;
  for (size_t i = 0; i < results.size(); ++i)
    if (given_[i]) targets.push_back(results[i]);
  std::vector<Tensor> gradients = tape.gradient(targets, sources, inputs.subspan(wanted_.size()));
  for (size_t i = 0, next = 0; i < own.size(); ++i)
    if (wanted_[i] && !gradients[next++].defined()) gradients[next - 1] = zeros_like(own[i]);
  return gradients;
}

// One that is given twice counts once for each.
std::vector<Tensor> ControlGradient::renewed(std::span<const Tensor> inputs) const {
  std::vector<Tensor> out;
  for (size_t i = 0; i < inputs.size(); ++i)
    out.push_back(wanted_[i] ? reshape(inputs[i], {.shape = inputs[i].shape()}) : inputs[i]);
  return out;
}

std::shared_ptr<CustomGradient> gradient_of(const ControlRef& control,
                                            std::span<const Tensor> inputs,
                                            std::span<const Tensor> outputs,
                                            std::optional<RandomStream> stream,
                                            const std::vector<bool>& wanted) {
  return std::make_shared<PerformedGradient>(control, inputs, outputs, stream, wanted);
}

}  // namespace pelton
