// Owns TapeRecords: what one tape remembers. A thread's next tape uses the same memory again, so
// that recording a few ops needs no malloc.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "autograd/custom_gradient.h"
#include "autograd/id_slots.h"
#include "autograd/variable.h"
#include "runtime/dispatch/op_def.h"

namespace pelton {

// Copies of ops' attributes, which stay where they are until all are dropped.
class AttrCopies {
 public:
  // The default attributes, which live for good, stand for themselves.
  const void* copy(const AttrSpec* spec, const void* attrs);
  void clear() { chunk_ = used_ = 0; }
  size_t bytes() const { return chunks_.size() * kChunk; }

 private:
  static constexpr size_t kChunk = 2 * kMostAttrBytes;

  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  size_t chunk_ = 0;  // the first one with room
  size_t used_ = 0;   // bytes of it
};

struct TapeRecords {
  struct Record {
    const OpDef* op;    // null: custom
    const void* attrs;  // of the op
    size_t custom;      // in customs
    size_t first;       // in kept and slots: its inputs, then its outputs
    size_t inputs;
    size_t outputs;
  };
  // A tensor that was recorded or watched.
  struct Slot {
    bool is_tracked = false;  // watched, or computed from what is
    Tensor description;       // its shape and dtype, where a record keeps no more of it
  };
  struct Watched {
    Ref<const Variable> variable;
    int32_t last_reading;  // in readings
  };
  // A value that was read of a watched variable.
  struct Reading {
    uint64_t id;
    int32_t before;  // of the same variable, -1 where it is the first
  };

  void clear() noexcept;
  // Drops the records and the tensors they keep, but not which tensors are tracked.
  void drop_records() noexcept;
  bool is_small() const;

  IdSlots slot_of;  // by the tensor's id, into `slots`
  std::vector<Slot> slots;
  std::vector<Record> records;
  std::vector<std::shared_ptr<CustomGradient>> customs;
  std::vector<Tensor> kept;         // undefined where the record's gradient does not read it
  std::vector<int32_t> kept_slots;  // of `kept`
  AttrCopies attrs;
  IdSlots watched_slot_of;       // by the variable's address, into `watched`
  std::vector<Watched> watched;  // in order of first reading
  std::vector<Reading> readings;
  int64_t bytes = 0;  // of what the recorded calls read and wrote
};

}  // namespace pelton
