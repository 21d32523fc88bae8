// Owns Tape: an observer that records op calls on watched tensors and walks them backwards.
// Knows OpDefs only through their gradient functions.
#pragma once
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "autograd/id_slots.h"
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
  std::vector<Ref<const Variable>> watched_variables() const;
  // Forgets all records.
  void reset();

  // What a gradient is taken with respect to: the ids that stand for one source.
  using Source = std::vector<uint64_t>;
  // A tensor, or all values of a variable that were read while recording.
  static Source source_of(const Tensor& tensor) { return {tensor.id()}; }
  Source source_of(const Variable& variable) const;

  // d sum(targets * output_grads) / d source for each source; undefined where unconnected.
  // Targets beyond the end of `output_grads` weigh ones, those with an undefined one nothing. Only
  // what was watched is connected. Raises runtime_error on a second call unless persistent,
  // lookup_error for an op without a gradient on the path. `more`: the caller goes on with the same
  // records (a Jacobian's next row), so that this call does not count.
  std::vector<Tensor> gradient(std::span<const Tensor> targets, std::span<const Source> sources,
                               std::span<const Tensor> output_grads = {}, bool more = false);

  // Records a call with a user's gradient on those of the calling thread's tapes that see one of
  // its inputs.
  static void record_custom(std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                            const std::shared_ptr<CustomGradient>& gradient);

  void on_call(const OpCall& call) override;
  // Tells the calling thread's recording tapes that `variable` was read.
  static void on_read(const Variable& variable);

 private:
  struct Record {
    const OpDef* op = nullptr;  // null: custom
    std::shared_ptr<CustomGradient> custom;
    AttrBox attrs;
    size_t first = 0;  // in kept_ and slots_: its inputs, then its outputs
    size_t inputs = 0;
    size_t outputs = 0;
  };
  struct Watched {
    Ref<const Variable> variable;
    Source ids;  // one for each value that was read
  };
  // What the walk knows of each slot.
  struct Walk {
    std::vector<Tensor> gradients;
    std::vector<bool> needed;  // lies between the sources and the records' end
    std::vector<bool> source;
  };

  int32_t track(uint64_t id);
  bool is_tracked(uint64_t id) const;
  bool sees_any(std::span<const Tensor> inputs) const;
  void keep(Record& record, std::span<const Tensor> inputs, std::span<const Tensor> outputs,
            Keep keep);
  Walk begin_walk(std::span<const Source> sources) const;
  void seed(Walk& walk, std::span<const Tensor> targets,
            std::span<const Tensor> output_grads) const;
  void run_backward(Walk& walk, bool keep_records);
  void step_backward(size_t record, Walk& walk, bool keep_records);
  Tensor total_gradient(const Walk& walk, const Source& source) const;

  const bool persistent_;
  const bool watch_accessed_variables_;
  bool recording_ = false;
  bool used_ = false;
  IdSlots slot_of_;               // of every tensor that was recorded or watched
  std::vector<bool> tracked_;     // by slot: watched, or computed from what is
  std::deque<Record> records_;    // a deque: gradients of a recording tape append to it
  std::vector<Tensor> kept_;      // with data only where the record's gradient reads it
  std::vector<int32_t> slots_;    // of kept_
  IdSlots watched_slot_of_;       // by the variable's address, into watched_
  std::vector<Watched> watched_;  // in order of first reading
};

}  // namespace pelton
