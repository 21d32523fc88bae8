// Owns Tape: an observer that records op calls on watched tensors and walks them backwards.
// Knows OpDefs only through their gradient functions.
#pragma once
#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "autograd/variable.h"
#include "runtime/observer.h"

namespace pelton {

class Tape : public Observer {
 public:
  // A gradient that the user defines: given output gradients, returns one per input (may be
  // undefined). Must call public ops only, so that higher order works.
  class CustomGradient {
   public:
    virtual ~CustomGradient() = default;
    virtual std::vector<Tensor> operator()(std::span<const Tensor> output_grads) = 0;
  };

  explicit Tape(bool persistent = false, bool watch_accessed_variables = true)
      : persistent_(persistent), watch_accessed_variables_(watch_accessed_variables) {}
  ~Tape() override;
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  // Begins and ends recording on this thread. start raises value_error when already recording.
  void start();
  void stop();
  bool is_recording() const { return recording_; }
  bool is_persistent() const { return persistent_; }

  void watch(const Tensor& tensor);
  void watch(const Variable& variable);
  // Variables read while recording, in order of first reading.
  const std::vector<Ref<const Variable>>& watched_variables() const { return variables_; }
  // Forgets all records.
  void reset();

  // What a gradient is taken with respect to: the ids that stand for one source.
  using Source = std::vector<uint64_t>;
  // A tensor, or all values of a variable that were read while recording.
  static Source source_of(const Tensor& tensor) { return {tensor.id()}; }
  Source source_of(const Variable& variable) const;

  // d sum(targets * output_grads) / d source for each source; undefined where unconnected.
  // `output_grads` may be empty, or undefined per target: ones. Raises runtime_error on a second
  // call unless persistent, lookup_error for an op without a gradient on the path.
  std::vector<Tensor> gradient(std::span<const Tensor> targets, std::span<const Source> sources,
                               std::span<const Tensor> output_grads = {});

  // Records a call with a user's gradient; inputs and outputs as they were.
  void record_custom(std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                     std::shared_ptr<CustomGradient> gradient);

  void on_call(const OpCall& call) override;
  // Tells the calling thread's recording tapes that `variable` was read.
  static void on_read(const Variable& variable);

 private:
  struct Record {
    const OpDef* op = nullptr;  // null: custom
    std::shared_ptr<CustomGradient> custom;
    AttrBox attrs;
    std::vector<Tensor> inputs;  // with data only where the gradient reads it
    std::vector<Tensor> outputs;
    std::vector<uint64_t> input_ids;
    std::vector<uint64_t> output_ids;
  };
  using Ids = std::unordered_set<uint64_t>;
  using Gradients = std::unordered_map<uint64_t, Tensor>;

  void keep(Record& record, std::span<const Tensor> inputs, std::span<const Tensor> outputs,
            Keep keep);
  Gradients seed(std::span<const Tensor> targets, std::span<const Tensor> output_grads) const;
  // Ids that lie between the sources and the records' end.
  Ids find_needed(std::span<const Source> sources) const;
  void run_backward(Gradients& gradients, const Ids& needed, const Ids& sources);
  static void apply(Record& record, std::span<const Tensor> output_grads,
                    std::span<Tensor> input_grads, std::span<const bool> wanted);

  const bool persistent_;
  const bool watch_accessed_variables_;
  bool recording_ = false;
  bool used_ = false;
  Ids tracked_;
  std::deque<Record> records_;  // a deque: gradients of a recording tape append to it
  std::vector<Ref<const Variable>> variables_;
  std::unordered_map<const Variable*, std::vector<uint64_t>> variable_ids_;
};

}  // namespace pelton
