// Owns the backward walk: op gradients in reverse order, summed where paths meet. Broadcasting is
// undone here and nowhere else.
#include <algorithm>

#include "autograd/tape.h"
#include "ops/composite.h"
#include "ops/ops.h"

namespace pelton {
namespace {

Tensor unbroadcast(const Tensor& grad, const Shape& shape) {
  return grad.shape() == shape ? grad : sum_to_shape(grad, shape);
}

std::vector<Tensor> apply_custom(Tape::CustomGradient& gradient,
                                 std::span<const Tensor> output_grads,
                                 std::span<const Tensor> inputs) {
  std::vector<Tensor> grads = gradient(output_grads);
  check(grads.size() == inputs.size(), Code::value_error, "custom gradient function returned ",
        grads.size(), " gradients for ", inputs.size(), " inputs");
  for (size_t i = 0; i < grads.size(); ++i)
    check(!grads[i].defined() || grads[i].shape() == inputs[i].shape(), Code::value_error,
          "custom gradient of input ", i, ", ", inputs[i], ", is ", grads[i]);
  return grads;
}

// The gradients of an op's inputs, undefined where they are not wanted.
std::vector<Tensor> apply_op(const OpDef& op, const void* attrs, std::span<const Tensor> inputs,
                             std::span<const Tensor> outputs, std::span<const Tensor> output_grads,
                             std::span<const bool> wanted) {
  check(op.grad != nullptr, Code::lookup_error, "No gradient defined for operation '", op.name,
        "' (op type: ", op.tf_name, ")");
  std::vector<Tensor> input_grads(inputs.size());
  GradContext grad_context(inputs, outputs, attrs, output_grads, input_grads, wanted);
  op.grad(grad_context);
  return input_grads;
}

}  // namespace

Tape::Walk Tape::begin_walk(std::span<const Source> sources) const {
  const size_t n = slot_of_.size();
  Walk walk{std::vector<Tensor>(n), std::vector<bool>(n), std::vector<bool>(n)};
  for (const Source& source : sources)
    for (uint64_t id : source)
      if (is_tracked(id)) walk.source[static_cast<size_t>(slot_of_.find(id))] = true;
  walk.needed = walk.source;
  for (const Record& record : records_) {
    const auto first = slots_.begin() + static_cast<ptrdiff_t>(record.first);
    const auto middle = first + static_cast<ptrdiff_t>(record.inputs);
    const auto last = middle + static_cast<ptrdiff_t>(record.outputs);
    const auto is_needed = [&](int32_t slot) { return walk.needed[static_cast<size_t>(slot)]; };
    if (std::any_of(first, middle, is_needed))
      std::for_each(middle, last, [&](int32_t s) { walk.needed[static_cast<size_t>(s)] = true; });
  }
  return walk;
}

void Tape::seed(Walk& walk, std::span<const Tensor> targets,
                std::span<const Tensor> output_grads) const {
  check(output_grads.size() <= targets.size(), Code::value_error, "gradient: ", targets.size(),
        " targets but ", output_grads.size(), " output gradients");
  for (size_t i = 0; i < targets.size(); ++i) {
    const bool given = i < output_grads.size();
    if (given && output_grads[i].defined())
      check(output_grads[i].shape() == targets[i].shape(), "gradient: target ", targets[i],
            " has an output gradient ", output_grads[i]);
    const int32_t slot = slot_of_.find(targets[i].id());
    if (slot < 0 || !walk.needed[static_cast<size_t>(slot)]) continue;
    const Tensor grad = given ? output_grads[i] : ones_like(targets[i]);
    if (grad.defined()) accumulate(walk.gradients[static_cast<size_t>(slot)], grad);
  }
}

void Tape::run_backward(Walk& walk, bool keep_records) {
  for (size_t r = records_.size(); r-- > 0;) {
    step_backward(r, walk, keep_records);
    if (!keep_records) records_[r].custom.reset();
  }
}

// Copies what it needs of the record: ops called here may be recorded on this very tape.
void Tape::step_backward(size_t r, Walk& walk, bool keep_records) {
  const Record& record = records_[r];
  const size_t first = record.first, n = record.inputs, m = record.outputs;
  std::vector<Tensor> output_grads(m);
  bool reached = false;
  for (size_t i = 0; i < m; ++i) {
    const auto slot = static_cast<size_t>(slots_[first + n + i]);
    Tensor& grad = walk.gradients[slot];
    reached |= grad.defined();
    if (walk.source[slot])
      output_grads[i] = grad;
    else
      output_grads[i] = std::move(grad);
  }
  std::vector<Tensor> tensors(n + m);
  for (size_t i = 0; i < n + m; ++i)
    tensors[i] = keep_records ? kept_[first + i] : std::move(kept_[first + i]);
  if (!reached) return;
  const auto wanted = std::make_unique<bool[]>(n);
  bool any_wanted = false;
  for (size_t i = 0; i < n; ++i)
    any_wanted |= wanted[i] = walk.needed[static_cast<size_t>(slots_[first + i])];
  if (!any_wanted) return;
  const std::span all(tensors);
  const std::vector<Tensor> grads = record.custom
                                        ? apply_custom(*record.custom, output_grads, all.first(n))
                                        : apply_op(*record.op, record.attrs.get(), all.first(n),
                                                   all.last(m), output_grads, {wanted.get(), n});
  for (size_t i = 0; i < n; ++i)
    if (wanted[i] && grads[i].defined())
      accumulate(walk.gradients[static_cast<size_t>(slots_[first + i])],
                 unbroadcast(grads[i], tensors[i].shape()));
}

Tensor Tape::total_gradient(const Walk& walk, const Source& source) const {
  Tensor total;
  for (uint64_t id : source) {
    const int32_t slot = slot_of_.find(id);
    if (slot < 0) continue;
    const Tensor& grad = walk.gradients[static_cast<size_t>(slot)];
    if (grad.defined()) accumulate(total, grad);
  }
  return total;
}

std::vector<Tensor> Tape::gradient(std::span<const Tensor> targets, std::span<const Source> sources,
                                   std::span<const Tensor> output_grads, bool more) {
  check(persistent_ || !used_, Code::runtime_error,
        "A non-persistent GradientTape can only be used to compute one set of gradients (or "
        "jacobians)");
  used_ = !more;
  const bool keep_records = persistent_ || more;
  if (recording_ && !persistent_) stop();
  // A target that is a source itself is connected even if nobody watched it.
  for (const Tensor& target : targets)
    for (const Source& source : sources)
      if (std::find(source.begin(), source.end(), target.id()) != source.end()) watch(target);
  Walk walk = begin_walk(sources);
  seed(walk, targets, output_grads);
  run_backward(walk, keep_records);
  std::vector<Tensor> out;
  out.reserve(sources.size());
  for (const Source& source : sources) out.push_back(total_gradient(walk, source));
  if (!keep_records) {
    records_.clear();
    kept_.clear();
  }
  return out;
}

}  // namespace pelton
