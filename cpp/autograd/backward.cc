// Owns the backward walk: op gradients in reverse order, summed where paths meet. Broadcasting is
// undone here and nowhere else.
#include <algorithm>
#include <memory>

#include "autograd/part_gradients.h"
#include "autograd/tape.h"
#include "core/held_tensor.h"
#include "core/inline_array.h"
#include "ops/array/slices.h"
#include "ops/math/math.h"
#include "runtime/threads/interrupt.h"

namespace pelton {
namespace {

void add_to(Tensor& sum, Tensor gradient) {
  sum = sum.defined() ? add_gradients(sum, gradient) : std::move(gradient);
}

}  // namespace

// What a walk knows of a tensor.
struct WalkedSlot {
  // The gradient as far as the walk has come, undefined where none has arrived.
  const Tensor& total() {
    if (parts == nullptr) return gradient;
    const std::unique_ptr<PartGradients> taken = std::move(parts);
    add_to(gradient, taken->take_sum());
    return gradient;
  }
  void add_part(const Tensor& whole, const SliceAttrs& place, Tensor part) {
    if (parts == nullptr) parts = std::make_unique<PartGradients>();
    parts->add(whole, place, std::move(part));
    if (parts->exceed_whole()) total();
  }

  Tensor gradient;  // without those of `parts`
  std::unique_ptr<PartGradients> parts;
  bool is_needed = false;  // lies between the sources and the records' end
  bool is_source = false;
};

namespace {

constexpr size_t kFew = 8;  // operands of most ops
using Operands = InlineArray<Tensor, kFew>;

Tensor unbroadcast(Tensor grad, const Shape& shape) {
  return grad.shape() == shape ? std::move(grad) : sum_to_shape(grad, shape);
}

void apply_custom(CustomGradient& gradient, std::span<const Tensor> output_grads,
                  std::span<const Tensor> inputs, std::span<Tensor> input_grads) {
  std::vector<Tensor> grads = gradient(output_grads);
  check(grads.size() == inputs.size(), Code::value_error, "custom gradient function returned ",
        grads.size(), " gradients for ", inputs.size(), " inputs");
  for (size_t i = 0; i < grads.size(); ++i) {
    check(!grads[i].defined() || may_equal(grads[i].shape(), inputs[i].shape()), Code::value_error,
          "custom gradient of input ", i, ", ", inputs[i], ", is ", grads[i]);
    input_grads[i] = std::move(grads[i]);
  }
}

// Sets the gradients of an op's inputs, those that are wanted at least.
void apply_op(const OpDef& op, GradContext& context) {
  check(op.grad != nullptr, Code::lookup_error, "No gradient defined for operation '", op.name,
        "' (op type: ", op.tf_name, ")");
  op.grad(context);
}

}  // namespace

struct Tape::Walk {
  Walk(Tape& walked, bool keeps)
      : tape(walked),
        slots(walked.records_->slots.size()),
        keeps_records(keeps || walked.walks_ > 0) {
    ++tape.walks_;
  }
  ~Walk() { --tape.walks_; }
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;
  WalkedSlot& of(int32_t slot) { return slots[static_cast<size_t>(slot)]; }

  Tape& tape;
  InlineArray<WalkedSlot, 4 * kFew> slots;
  const bool keeps_records;  // for later walks, or one that this happens in
};

template <class Visit>
void Tape::visit_ids(const Source& source, Visit&& visit) const {
  if (source.variable == nullptr) return visit(source.id);
  const int32_t watched =
      records_->watched_slot_of.find(reinterpret_cast<uintptr_t>(source.variable));
  if (watched < 0) return;
  const auto& readings = records_->readings;
  for (int32_t at = records_->watched[static_cast<size_t>(watched)].last_reading; at >= 0;
       at = readings[static_cast<size_t>(at)].before)
    visit(readings[static_cast<size_t>(at)].id);
}

// A target that is a source itself is connected even if nobody watched it.
void Tape::watch_own_targets(std::span<const Tensor> targets, std::span<const Source> sources) {
  for (const Tensor& target : targets)
    for (const Source& source : sources)
      visit_ids(source, [&](uint64_t id) {
        if (id == target.id()) track(target);
      });
}

void Tape::begin_walk(Walk& walk, std::span<const Source> sources) const {
  for (const Source& source : sources)
    visit_ids(source, [&](uint64_t id) {
      if (!is_tracked(id)) return;
      WalkedSlot& slot = walk.of(records_->slot_of.find(id));
      slot.is_source = slot.is_needed = true;
    });
  for (const Record& record : records_->records) {
    const std::span slots(records_->kept_slots.data() + record.first,
                          record.inputs + record.outputs);
    const auto inputs = slots.first(record.inputs), outputs = slots.last(record.outputs);
    if (std::any_of(inputs.begin(), inputs.end(), [&](int32_t s) { return walk.of(s).is_needed; }))
      for (int32_t slot : outputs) walk.of(slot).is_needed = true;
  }
}

void Tape::seed(Walk& walk, std::span<const Tensor> targets,
                std::span<const Tensor> output_grads) const {
  check(output_grads.size() <= targets.size(), Code::value_error, "gradient: ", targets.size(),
        " targets but ", output_grads.size(), " output gradients");
  for (size_t i = 0; i < targets.size(); ++i) {
    const bool given = i < output_grads.size();
    if (given && output_grads[i].defined())
      check(may_equal(output_grads[i].shape(), targets[i].shape()), "gradient: target ", targets[i],
            " has an output gradient ", output_grads[i]);
    const int32_t slot = records_->slot_of.find(targets[i].id());
    if (slot < 0 || !walk.of(slot).is_needed) continue;
    Tensor grad = given ? output_grads[i] : ones_like(targets[i]);
    if (grad.defined()) add_to(walk.of(slot).gradient, std::move(grad));
  }
}

void Tape::run_backward(Walk& walk) {
  for (size_t r = records_->records.size(); r-- > 0;) {
    poll_interrupt_at(static_cast<int64_t>(r));
    // A copy: ops called here may be recorded on this very tape.
    const Record record = records_->records[r];
    step_backward(record, walk);
    if (record.op == nullptr && !walk.keeps_records) records_->customs[record.custom].reset();
  }
}

// Copies what it needs of the tape, as ops called here may be recorded on it.
void Tape::step_backward(const Record& record, Walk& walk) {
  const size_t n = record.inputs, m = record.outputs;
  InlineArray<int32_t, 2 * kFew> slots(n + m, ForOverwrite{});
  std::copy_n(records_->kept_slots.data() + record.first, n + m, slots.data());
  Operands output_grads(m);
  bool is_reached = false;
  for (size_t i = 0; i < m; ++i) {
    WalkedSlot& slot = walk.of(slots[n + i]);
    is_reached |= slot.total().defined();
    output_grads[i] = slot.is_source ? slot.gradient : std::move(slot.gradient);
  }
  InlineArray<Tensor, 2 * kFew> taken(walk.keeps_records ? 0 : n + m);
  InlineArray<HeldTensor, 2 * kFew> held(n + m);
  hold_kept(record, taken, held);
  InlineArray<bool, kFew> wanted(n, ForOverwrite{});
  bool any_wanted = false;
  for (size_t i = 0; i < n; ++i) any_wanted |= wanted[i] = walk.of(slots[i]).is_needed;
  if (!is_reached || !any_wanted) return;
  const std::span<const Tensor> inputs = tensors_of({held.data(), n}),
                                outputs = tensors_of({held.data() + n, m});
  if (record.op != nullptr && record.op->is_slice)
    return walk.of(slots[0]).add_part(inputs[0], *static_cast<const SliceAttrs*>(record.attrs),
                                      std::move(output_grads[0]));
  Operands grads(n);
  GradContext context(inputs, outputs, record.attrs, {output_grads.data(), m}, {grads.data(), n},
                      {wanted.data(), n});
  if (record.op != nullptr)
    apply_op(*record.op, context);
  else
    apply_custom(*std::shared_ptr(records_->customs[record.custom]), {output_grads.data(), m},
                 inputs, {grads.data(), n});
  for (size_t i = 0; i < n; ++i)
    if (wanted[i] && grads[i].defined())
      add_to(walk.of(slots[i]).gradient, unbroadcast(std::move(grads[i]), inputs[i].shape()));
}

// The inputs and outputs of a record. What it keeps of them is moved to `taken` where there is
// room: nobody needs it again.
void Tape::hold_kept(const Record& record, std::span<Tensor> taken, std::span<HeldTensor> held) {
  TapeRecords& records = *records_;
  for (size_t i = 0; i < held.size(); ++i) {
    Tensor& kept = records.kept[record.first + i];
    if (!kept.defined()) {
      const auto slot = static_cast<size_t>(records.kept_slots[record.first + i]);
      held[i].hold(records.slots[slot].description);
    } else if (taken.empty()) {
      held[i].hold(kept);
    } else {
      taken[i] = std::move(kept);
      held[i].hold(taken[i]);
    }
  }
}

// The last source takes the gradients, which the walk needs no more.
Tensor Tape::total_gradient(Walk& walk, const Source& source, bool is_last) const {
  Tensor total;
  visit_ids(source, [&](uint64_t id) {
    const int32_t slot = records_->slot_of.find(id);
    if (slot < 0 || !walk.of(slot).total().defined()) return;
    Tensor& grad = walk.of(slot).gradient;
    add_to(total, is_last ? std::move(grad) : grad);
  });
  return total;
}

void Tape::gradient(std::span<const Tensor> targets, std::span<const Source> sources,
                    std::span<const Tensor> output_grads, bool more, std::span<Tensor> gradients) {
  check(persistent_ || !used_, Code::runtime_error,
        "A non-persistent GradientTape can only be used to compute one set of gradients (or "
        "jacobians)");
  used_ = !more;
  if (recording_ && !persistent_) stop();
  watch_own_targets(targets, sources);
  Walk walk(*this, persistent_ || more);
  begin_walk(walk, sources);
  seed(walk, targets, output_grads);
  run_backward(walk);
  for (size_t i = 0; i < sources.size(); ++i)
    gradients[i] = total_gradient(walk, sources[i], i + 1 == sources.size());
  if (!walk.keeps_records) records_->drop_records();
}

std::vector<Tensor> Tape::gradient(std::span<const Tensor> targets, std::span<const Source> sources,
                                   std::span<const Tensor> output_grads, bool more) {
  std::vector<Tensor> gradients(sources.size());
  gradient(targets, sources, output_grads, more, gradients);
  return gradients;
}

}  // namespace pelton
