#include "program/control/loop.h"

#include <algorithm>

#include "autograd/tape.h"
#include "ops/array/array.h"
#include "program/exec/repeated_run.h"
#include "program/small_values.h"
#include "runtime/dispatch/context.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/interrupt.h"

namespace pelton {
namespace {

// A loop's condition, which no tape needs to see.
class Condition {
 public:
  Condition(const Subprogram* program, std::span<const Tensor> captures) {
    if (program != nullptr) run_.emplace(program->replay(), program->inputs({}, captures));
  }
  bool holds(std::span<const Tensor> carried) {
    if (!run_) return true;
    const PauseObservers unseen;
    arguments_.assign(carried.begin(), carried.end());
    run_->run(arguments_, result_);
    return integer_of(result_[0]) != 0;
  }

 private:
  std::optional<RepeatedRun> run_;
  std::vector<Tensor> arguments_, result_;
};

// The gradient of taking rows: those of the rows, stacked; zeros for rows without one.
class RowsGradient final : public CustomGradient {
 public:
  explicit RowsGradient(Tensor row) : row_(std::move(row)) {}
  std::vector<Tensor> operator()(std::span<const Tensor> output_grads) override {
    std::vector<Tensor> rows;
    for (const Tensor& grad : output_grads)
      rows.push_back(grad.defined() ? grad : zeros(row_.shape(), row_.dtype()));
    return {stack(rows, {.axis = 0})};
  }

 private:
  const Tensor row_;  // a description
};

// The rows as views, which tapes see as one call.
std::vector<Tensor> rows_of(const Tensor& all) {
  const Tensor whole = contiguous(all);
  std::vector<Tensor> out;
  const int64_t count = all.shape()[0];
  Layout layout = Layout::contiguous(Shape(all.shape().begin() + 1, all.shape().end()));
  const int64_t row_size = element_count(layout.shape);
  layout.offset = whole.layout().offset;
  for (int64_t i = 0; i < count; ++i, layout.offset += row_size) out.push_back(whole.view(layout));
  if (count > 0 && is_floating(all.dtype()))
    Tape::record_custom({&all, 1}, out, std::make_shared<RowsGradient>(out[0].without_data()));
  return out;
}

std::vector<TensorKind> argument_kinds(std::span<const Tensor> carried,
                                       std::span<const Tensor> rows, std::span<const Shape> shapes,
                                       const std::string& name) {
  std::vector<TensorKind> out;
  for (size_t i = 0; i < carried.size(); ++i) {
    TensorKind kind = kind_of(carried[i]);
    if (!shapes.empty()) {
      check(may_equal(shapes[i], kind.shape), Code::value_error,
            "The shape invariant specified for "
            "loop variable ",
            i, " of ", name, " is not compatible with its initial shape: ", shapes[i], " and ",
            carried[i]);
      kind.shape = without_names(shapes[i]);
    }
    out.push_back(std::move(kind));
  }
  for (const Tensor& all : rows) {
    check(all.rank() > 0, Code::value_error, name, ": elems must have rows, got ", all);
    TensorKind kind = kind_of(all);
    kind.shape = Shape(kind.shape.begin() + 1, kind.shape.end());
    out.push_back(std::move(kind));
  }
  return out;
}

// Raises where what the body gives cannot be what it takes.
void check_body(const LoopSettings& settings, std::span<const TensorKind> taken,
                std::span<const TensorKind> given) {
  check(given.size() >= settings.carried, Code::value_error, settings.name, ": the body takes ",
        settings.carried, " loop variables and gives ", given.size());
  for (size_t i = 0; i < settings.carried; ++i) {
    check(given[i].dtype == taken[i].dtype, Code::type_error, settings.name, ": loop variable ", i,
          " enters the loop as ", taken[i].dtype, ' ', taken[i].shape, " but is ", given[i].dtype,
          ' ', given[i].shape, " after one iteration");
    bool fits = given[i].shape.size() == taken[i].shape.size();
    for (size_t axis = 0; fits && axis < taken[i].shape.size(); ++axis)
      fits = may_equal(taken[i].shape[axis], given[i].shape[axis]);
    check(fits, Code::value_error, "Input tensor ", i, " of ", settings.name,
          " enters the loop with shape ", taken[i].shape, ", but has shape ", given[i].shape,
          " after one iteration. To allow the shape to vary across iterations, use the "
          "`shape_invariants` argument of tf.while_loop to specify a less-specific shape.");
  }
}

void check_condition(const LoopSettings& settings, std::span<const TensorKind> given) {
  const bool fits = given.size() == 1 && given[0].dtype == DType::boolean &&
                    std::all_of(given[0].shape.begin(), given[0].shape.end(),
                                [](int64_t size) { return may_equal(size, 1); });
  check(fits, Code::type_error, settings.name, ": the condition must give one boolean scalar, got ",
        given.size(), " tensors",
        given.empty() ? "" : cat(", the first ", given[0].dtype, ' ', given[0].shape));
}

}  // namespace

std::vector<std::string> Loop::titles() const {
  if (settings_.has_condition) return {"condition", "body"};
  return {"body"};
}

std::vector<TensorKind> Loop::outputs(std::span<const Tensor> inputs) const {
  std::vector<TensorKind> out = carried_;
  for (TensorKind kind : stacked_) {
    kind.shape.insert(0, inputs[settings_.carried].shape()[0]);
    out.push_back(std::move(kind));
  }
  return out;
}

int64_t Loop::step_count(std::span<const Tensor> inputs) const {
  if (settings_.rows == 0) return settings_.most_steps;
  const Tensor& first = inputs[settings_.carried];
  for (size_t i = 1; i < settings_.rows; ++i) {
    const Tensor& other = inputs[settings_.carried + i];
    check(other.shape()[0] == first.shape()[0], Code::value_error, settings_.name,
          ": elems must have equally many rows, got ", first, " and ", other);
  }
  return first.shape()[0];
}

void Loop::check_carried(std::span<const Tensor> values) const {
  for (size_t i = 0; i < settings_.carried; ++i)
    if (values[i].dtype() != carried_[i].dtype || !may_equal(values[i].shape(), carried_[i].shape))
        [[unlikely]]
      carried_[i].check_holds(values[i], cat(settings_.name, ": loop variable ", i));
}

Tensor Loop::stack_rows(std::vector<Tensor>& rows, const TensorKind& kind) const {
  if (settings_.is_reversed) std::reverse(rows.begin(), rows.end());
  if (!rows.empty()) return stack(rows, {.axis = 0});
  Shape shape = kind.shape;
  check(is_fully_known(shape), settings_.name,
        ": without rows, the shape of a result is not known");
  shape.insert(0, 0);
  return zeros(shape, kind.dtype);
}

std::vector<Tensor> Loop::run(std::span<const Tensor> inputs) const {
  constexpr int64_t kPollEvery = 16;
  const size_t n = settings_.carried;
  const auto captures = inputs.subspan(n + settings_.rows);
  Condition condition(settings_.has_condition ? &bodies().front() : nullptr, captures);
  RepeatedRun body(bodies().back().replay(), bodies().back().inputs({}, captures));
  const int64_t steps = step_count(inputs);
  std::vector<Tensor> arguments(inputs.begin(), inputs.begin() + static_cast<ptrdiff_t>(n));
  std::vector<Tensor> results;
  std::vector<std::vector<Tensor>> rows, stacked(stacked_.size());
  for (const Tensor& all : inputs.subspan(n, settings_.rows)) rows.push_back(rows_of(all));
  for (int64_t step = 0; step != steps; ++step) {
    if (!condition.holds({arguments.data(), n})) break;
    if (step % kPollEvery == 0) poll_interrupt();
    arguments.resize(n);
    const auto row = static_cast<size_t>(settings_.is_reversed ? steps - 1 - step : step);
    for (const std::vector<Tensor>& all : rows) arguments.push_back(all[row]);
    body.run(arguments, results);
    check_carried(results);
    for (size_t i = 0; i < n; ++i) arguments[i] = std::move(results[i]);
    for (size_t i = 0; i < stacked.size(); ++i) stacked[i].push_back(std::move(results[n + i]));
  }
  arguments.resize(n);
  for (size_t i = 0; i < stacked.size(); ++i)
    arguments.push_back(stack_rows(stacked[i], stacked_[i]));
  return arguments;
}

std::optional<std::vector<Tensor>> perform_loop(
    LoopSettings settings, const TensorFunction& condition, const TensorFunction& body,
    std::span<const Tensor> carried, std::span<const Tensor> rows, std::span<const Shape> shapes) {
  settings.carried = carried.size();
  settings.rows = rows.size();
  settings.has_condition = static_cast<bool>(condition);
  std::vector<TensorKind> kinds = argument_kinds(carried, rows, shapes, settings.name);
  std::vector<TracedFunction> traced;
  for (const TensorFunction* function : {&condition, &body}) {
    if (!*function) continue;
    const size_t taken = function == &condition ? settings.carried : kinds.size();
    std::optional<TracedFunction> one = trace_function(*function, {kinds.data(), taken});
    if (!one) return std::nullopt;
    traced.push_back(std::move(*one));
  }
  const std::vector<TensorKind> given = traced.back().outputs;
  if (settings.has_condition) check_condition(settings, traced.front().outputs);
  check_body(settings, kinds, given);
  check(given.size() == settings.carried || settings.rows > 0, Code::value_error, settings.name,
        ": the body takes ", settings.carried, " loop variables and gives ", given.size());
  JoinedFunctions joined = join(std::move(traced));
  std::vector<Tensor> inputs(carried.begin(), carried.end());
  inputs.insert(inputs.end(), rows.begin(), rows.end());
  inputs.insert(inputs.end(), joined.captures.begin(), joined.captures.end());
  kinds.resize(settings.carried);
  std::vector<TensorKind> stacked(given.begin() + static_cast<ptrdiff_t>(settings.carried),
                                  given.end());
  return perform(std::make_shared<Loop>(std::move(settings), std::move(joined.bodies),
                                        std::move(kinds), std::move(stacked)),
                 inputs);
}

}  // namespace pelton
