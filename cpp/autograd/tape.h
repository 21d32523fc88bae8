// Owns Tape: an observer that records op calls on watched tensors and walks them backwards.
// Knows OpDefs only through their gradient functions.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "autograd/tape_records.h"
#include "core/held_tensor.h"
#include "core/spare.h"
#include "runtime/dispatch/observer.h"

namespace pelton {

class Tape final : public Observer {
 public:
  explicit Tape(bool persistent = false, bool watch_accessed_variables = true)
      : persistent_(persistent), watch_accessed_variables_(watch_accessed_variables) {}
  ~Tape() override;
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  // Begins and ends recording on this thread. start raises value_error when already recording.
  void start();
  void stop();
  bool is_recording() const { return recording_; }
  // Sees nothing until resume() was called as often as pause(), or it is started anew.
  void pause() { ++pauses_; }
  void resume() { pauses_ = pauses_ > 0 ? pauses_ - 1 : 0; }
  bool is_persistent() const { return persistent_; }

  void watch(const Tensor& tensor);
  void watch(const Variable& variable);
  // From now on what calls read counts as watched, as all tensors of a graph of TensorFlow 1 do.
  void watch_all() { watches_all_ = true; }
  // Variables read while recording, in order of first reading.
  std::vector<Ref<const Variable>> watched_variables() const;
  // Forgets all records. Raises runtime_error inside a gradient of this tape.
  void reset();

  // What a gradient is taken with respect to: a tensor, or all values of a variable that were read
  // while recording. The variable must live as long as this.
  struct Source {
    uint64_t id = 0;  // the tensor's, without a variable
    const Variable* variable = nullptr;
  };
  static Source source_of(const Tensor& tensor) { return {.id = tensor.id()}; }
  static Source source_of(const Variable& variable) { return {.variable = &variable}; }

  // Writes d sum(targets * output_grads) / d source for each source to `gradients`, which are
  // undefined before; where unconnected they stay so. Targets beyond the end of `output_grads`
  // weigh ones, those with an undefined one nothing. Only what was watched is connected. Raises
  // runtime_error on a second call unless persistent, lookup_error for an op without a gradient on
  // the path. `more`: the caller goes on with the same records (a Jacobian's next row), so that
  // this call does not count.
  void gradient(std::span<const Tensor> targets, std::span<const Source> sources,
                std::span<const Tensor> output_grads, bool more, std::span<Tensor> gradients);
  // The same, as a list.
  std::vector<Tensor> gradient(std::span<const Tensor> targets, std::span<const Source> sources,
                               std::span<const Tensor> output_grads = {}, bool more = false);
  // Bytes that the recorded calls read and wrote: how much work a gradient is.
  int64_t recorded_bytes() const { return records_->bytes; }

  // Records a call with a user's gradient on those of the calling thread's tapes that see one of
  // its inputs.
  static void record_custom(std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                            const std::shared_ptr<CustomGradient>& gradient);

  // Which of the tensors the calling thread's tapes see.
  static std::vector<bool> tracked(std::span<const Tensor> tensors);

  void on_call(const OpCall& call) override;
  void on_trainable_read(const Counted& variable, const Tensor& value) override;

 private:
  using Record = TapeRecords::Record;
  struct Walk;

  void watch(const Variable& variable, const Tensor& value);
  size_t slot_of(const Tensor& tensor);
  void track(const Tensor& tensor) { records_->slots[slot_of(tensor)].is_tracked = true; }
  bool is_tracked(uint64_t id) const;
  bool sees(const Tensor& tensor) const;
  bool sees_any(std::span<const Tensor> inputs) const;
  TapeRecords::Slot& keep(const Tensor& tensor, bool with_data);
  void record(Record record, std::span<const Tensor> inputs, std::span<const Tensor> outputs,
              Keep keep);
  // Calls visit(id) for each id that stands for `source`.
  template <class Visit>
  void visit_ids(const Source& source, Visit&& visit) const;
  void watch_own_targets(std::span<const Tensor> targets, std::span<const Source> sources);
  void begin_walk(Walk& walk, std::span<const Source> sources) const;
  void seed(Walk& walk, std::span<const Tensor> targets,
            std::span<const Tensor> output_grads) const;
  void run_backward(Walk& walk);
  void step_backward(const Record& record, Walk& walk);
  void hold_kept(const Record& record, std::span<Tensor> taken, std::span<HeldTensor> held);
  Tensor total_gradient(Walk& walk, const Source& source, bool is_last) const;

  const bool persistent_;
  const bool watch_accessed_variables_;
  bool recording_ = false;
  bool used_ = false;
  bool watches_all_ = false;
  int walks_ = 0;  // that are going on: a custom gradient may ask for another
  int pauses_ = 0;
  Spare<TapeRecords> records_;
};

}  // namespace pelton
