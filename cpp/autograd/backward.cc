// Owns the backward walk: op gradients in reverse order, summed where paths meet. Broadcasting is
// undone here and nowhere else.
#include <algorithm>

#include "autograd/tape.h"
#include "ops/ops.h"

namespace pelton {
namespace {

void accumulate(std::unordered_map<uint64_t, Tensor>& gradients, uint64_t id, const Tensor& grad) {
  auto [slot, is_new] = gradients.try_emplace(id, grad);
  if (!is_new) slot->second = add(slot->second, grad);
}

}  // namespace

Tape::Gradients Tape::seed(std::span<const Tensor> targets,
                           std::span<const Tensor> output_grads) const {
  check(output_grads.empty() || output_grads.size() == targets.size(), Code::value_error,
        "gradient: ", targets.size(), " targets but ", output_grads.size(), " output gradients");
  Gradients gradients;
  for (size_t i = 0; i < targets.size(); ++i) {
    const bool given = !output_grads.empty() && output_grads[i].defined();
    if (given)
      check(output_grads[i].shape() == targets[i].shape(), "gradient: target ", targets[i],
            " has an output gradient ", output_grads[i]);
    accumulate(gradients, targets[i].id(), given ? output_grads[i] : ones_like(targets[i]));
  }
  return gradients;
}

Tape::Ids Tape::find_needed(std::span<const Source> sources) const {
  Ids needed;
  for (const Source& source : sources) needed.insert(source.begin(), source.end());
  for (const Record& record : records_) {
    const bool depends = std::any_of(record.input_ids.begin(), record.input_ids.end(),
                                     [&](uint64_t id) { return needed.contains(id); });
    if (depends) needed.insert(record.output_ids.begin(), record.output_ids.end());
  }
  return needed;
}

void Tape::run_backward(Gradients& gradients, const Ids& needed, const Ids& sources) {
  std::vector<Tensor> output_grads, input_grads;
  for (size_t r = records_.size(); r-- > 0;) {
    Record& record = records_[r];
    const size_t n = record.inputs.size();
    output_grads.assign(record.output_ids.size(), Tensor());
    bool reached = false;
    for (size_t i = 0; i < record.output_ids.size(); ++i) {
      const auto found = gradients.find(record.output_ids[i]);
      if (found == gradients.end()) continue;
      reached = true;
      output_grads[i] = found->second;
      if (!sources.contains(record.output_ids[i])) gradients.erase(found);
    }
    auto wanted = std::make_unique<bool[]>(n);
    bool any_wanted = false;
    for (size_t i = 0; i < n; ++i) any_wanted |= wanted[i] = needed.contains(record.input_ids[i]);
    if (reached && any_wanted) {
      input_grads.assign(n, Tensor());
      apply(record, output_grads, input_grads, {wanted.get(), n});
      for (size_t i = 0; i < n; ++i)
        if (wanted[i] && input_grads[i].defined())
          accumulate(gradients, record.input_ids[i],
                     sum_to_shape(input_grads[i], record.inputs[i].shape()));
    }
    if (!persistent_) record = Record{};
  }
}

void Tape::apply(Record& record, std::span<const Tensor> output_grads,
                 std::span<Tensor> input_grads, std::span<const bool> wanted) {
  if (record.custom) {
    const std::vector<Tensor> grads = (*record.custom)(output_grads);
    check(grads.size() == input_grads.size(), Code::value_error,
          "custom gradient function returned ", grads.size(), " gradients for ", input_grads.size(),
          " inputs");
    std::copy(grads.begin(), grads.end(), input_grads.begin());
    return;
  }
  check(record.op->grad != nullptr, Code::lookup_error, "No gradient defined for operation '",
        record.op->name, "' (op type: ", record.op->tf_name, ")");
  GradContext grad_context(record.inputs, record.outputs, record.attrs.get(), output_grads,
                           input_grads, wanted);
  record.op->grad(grad_context);
}

std::vector<Tensor> Tape::gradient(std::span<const Tensor> targets, std::span<const Source> sources,
                                   std::span<const Tensor> output_grads) {
  check(persistent_ || !used_, Code::runtime_error,
        "A non-persistent GradientTape can only be used to compute one set of gradients (or "
        "jacobians)");
  used_ = true;
  if (recording_ && !persistent_) stop();
  Ids source_ids;
  for (const Source& source : sources) source_ids.insert(source.begin(), source.end());
  Gradients gradients = seed(targets, output_grads);
  run_backward(gradients, find_needed(sources), source_ids);
  if (!persistent_) records_.clear();
  std::vector<Tensor> out;
  for (const Source& source : sources) {
    Tensor total;
    for (uint64_t id : source) {
      const auto found = gradients.find(id);
      if (found == gradients.end()) continue;
      total = total.defined() ? add(total, found->second) : found->second;
    }
    out.push_back(total);
  }
  return out;
}

}  // namespace pelton
