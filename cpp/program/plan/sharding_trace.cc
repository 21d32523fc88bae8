#include "program/plan/sharding_trace.h"

#include <algorithm>

namespace pelton {
namespace {

// Random numbers of all rows at once, or in rows of a stream that is no draw of the program's: a
// slice begins where its rows are in the draws only.
bool is_tied_draw(const Step& step) {
  if (step.op->sharding == nullptr) return step.draw >= 0;
  return step.draw < 0 && stream_in(step.op->attrs, step.attrs.get()).has_value();
}

// One or more of the first axis for each row, such as the positions of all sequences.
bool has_rows(const Tensor& value, int64_t rows) {
  return value.rank() > 0 && value.shape()[0] % rows == 0;
}

}  // namespace

ShardingTrace::ShardingTrace(const Program& program, std::span<const Tensor> inputs)
    : shardings_(static_cast<size_t>(program.value_count), Sharding::replicated()) {
  const auto has_other_rows = [&](const Tensor& input) {
    return input.rank() == 0 || input.shape()[0] != inputs[0].shape()[0];
  };
  if (!inputs.empty() && std::none_of(inputs.begin(), inputs.end(), has_other_rows))
    rows_ = inputs[0].shape()[0];
  if (rows_ == 0) refuse("its inputs have no rows in common");
  for (ValueId id : program.inputs) shardings_[static_cast<size_t>(id)] = Sharding::sharded();
}

void ShardingTrace::refuse(std::string reason) {
  rows_ = 0;
  obstacle_ = std::move(reason);
}

void ShardingTrace::note(const Step& step, std::span<const Tensor> values) {
  if (rows_ == 0 || step.kind == Step::Kind::read) return;
  if (step.kind == Step::Kind::control) return refuse("it has a branch or loop");
  if (step.kind == Step::Kind::guard) return refuse("it has guards");
  if (step.kind != Step::Kind::call)  // must not happen for each slice of a run
    return refuse(step.kind == Step::Kind::host ? "it runs host code" : "it assigns a variable");
  if (!step.written.empty()) return refuse(cat("op ", step.op->name, " writes variables"));
  if (is_tied_draw(step)) return refuse(cat("op ", step.op->name, " draws for all rows"));
  note_call(step, values);
}

bool ShardingTrace::may_note(const Step& step, std::span<const Tensor> values) {
  const int64_t rows = rows_;
  note(step, values);
  const bool is_noted = rows_ > 0;
  if (!is_noted) rows_ = rows, obstacle_.clear();
  return is_noted;
}

void ShardingTrace::note_call(const Step& step, std::span<const Tensor> values) {
  std::vector<Tensor> inputs;
  std::vector<Sharding> shardings;
  for (ValueId id : step.inputs) {
    shardings.push_back(of(id));
    inputs.push_back(values[static_cast<size_t>(id)]);
  }
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const Tensor& output = values[static_cast<size_t>(step.outputs[i])];
    const Sharding found = of_output(step, i, inputs, shardings, output);
    shardings_[static_cast<size_t>(step.outputs[i])] = found;
    const bool lacks_rows = found.is_sharded() && !has_rows(output, rows_);
    const bool rounds = found.is_partial() && !is_floating(output.dtype());
    if (found == Sharding::none() || lacks_rows || rounds)
      return refuse(cat("op ", step.op->name, " needs all rows"));
  }
}

Sharding ShardingTrace::of_output(const Step& step, size_t index, std::span<const Tensor> inputs,
                                  std::span<const Sharding> shardings, const Tensor& output) const {
  const bool is_view = step.op->view != nullptr;
  if (output.size() == 0) return Sharding::replicated();
  if (std::all_of(shardings.begin(), shardings.end(),
                  [](Sharding s) { return s.is_replicated(); })) {
    // One row for all of them, such as the gradient of a mean: any number of them is the same.
    const bool repeats = is_view && output.rank() > 0 && output.shape()[0] == rows_ &&
                         output.layout().strides[0] == 0;
    return repeats && rows_ > 1 ? Sharding::sharded() : Sharding::replicated();
  }
  if (is_view && shardings[0].is_partial()) return shardings[0];
  if (step.op->sharding == nullptr) return Sharding::none();
  return step.op->sharding({inputs, shardings, output, index, step.attrs.get()});
}

void ShardingTrace::note_copy(ValueId id, ValueId copy) {
  if (shardings_.size() <= static_cast<size_t>(copy))
    shardings_.resize(static_cast<size_t>(copy) + 1);
  shardings_[static_cast<size_t>(copy)] = of(id);
}

}  // namespace pelton
