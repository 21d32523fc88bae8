// Owns find_keys: where values stand in a list of keys. The tables of long lists are kept as long
// as they are in use, since the same keys are asked for again and again.
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernels/cpu/strings/hashes.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kLeastKept = 64;  // keys
constexpr size_t kMostTables = 8;

struct HashOfText {
  size_t operator()(std::string_view text) const { return farm_fingerprint(text); }
};

// Places of numbers, in open addressing with linear steps.
class NumberTable {
 public:
  NumberTable() : slots_(kLeastSlots, Slot{0, -1}) {}
  // The place that `number` has, which is `place` where it is new.
  int64_t insert(int64_t number, int64_t place) {
    Slot* slot = &slots_[slot_of(number)];
    if (slot->place >= 0) return slot->place;
    if (2 * ++count_ > slots_.size()) {
      grow();
      slot = &slots_[slot_of(number)];
    }
    *slot = {number, place};
    return place;
  }
  // -1 where there is none.
  int64_t find(int64_t number) const { return slots_[slot_of(number)].place; }

 private:
  static constexpr size_t kLeastSlots = 64;
  struct Slot {
    int64_t number, place;  // -1: free
  };

  // That of `number`, or the free one where it belongs. The upper half of a product by an odd
  // number depends on all bits (Fibonacci hashing).
  size_t slot_of(int64_t number) const {
    const size_t mask = slots_.size() - 1;
    const uint64_t mixed = static_cast<uint64_t>(number) * 0x9e3779b97f4a7c15u;
    size_t at = (mixed >> 32) & mask;
    while (slots_[at].place >= 0 && slots_[at].number != number) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    const std::vector<Slot> before = std::move(slots_);
    slots_.assign(4 * before.size(), Slot{0, -1});
    for (const Slot& slot : before)
      if (slot.place >= 0) slots_[slot_of(slot.number)] = slot;
  }

  std::vector<Slot> slots_;  // at least half of them free
  size_t count_ = 0;
};

int64_t number_at(const TensorView& numbers, int64_t i) {
  return numbers.dtype == DType::int32 ? int64_t{numbers.as<int32_t>()[i]}
                                       : numbers.as<int64_t>()[i];
}

// The first place of each key.
struct Table {
  // The place of key `i`, which is i where no key before it is the same.
  int64_t insert(const TensorView& keys, int64_t i) {
    if (keys.dtype == DType::string)
      return texts.try_emplace(keys.as<StringElement>()[i].view(), i).first->second;
    return numbers.insert(number_at(keys, i), i);
  }
  int64_t find(const TensorView& values, int64_t i) const {
    if (values.dtype != DType::string) return numbers.find(number_at(values, i));
    const auto at = texts.find(values.as<StringElement>()[i].view());
    return at == texts.end() ? -1 : at->second;
  }

  std::unordered_map<std::string_view, int64_t, HashOfText> texts;
  NumberTable numbers;
};

std::shared_ptr<const Table> make_table(const TensorView& keys) {
  auto table = std::make_shared<Table>();
  for (int64_t i = 0; i < keys.size; ++i) table->insert(keys, i);
  return table;
}

// A table and the bytes of its keys, which nobody writes as long as they are held.
struct KeptTable {
  Ref<const Storage> storage;
  const void* data;
  int64_t size;
  std::shared_ptr<const Table> table;
};

std::shared_ptr<const Table> table_of(const TensorView& keys) {
  static std::mutex mutex;
  static auto* const kept = new std::list<KeptTable>;  // the last used one first
  if (keys.storage == nullptr || keys.size < kLeastKept) return make_table(keys);
  const std::lock_guard lock(mutex);
  for (auto at = kept->begin(); at != kept->end(); ++at)
    if (at->data == keys.data && at->size == keys.size) {
      kept->splice(kept->begin(), *kept, at);
      return at->table;
    }
  kept->remove_if([](const KeptTable& table) { return table.storage->use_count() == 1; });
  if (kept->size() == kMostTables) kept->pop_back();
  kept->push_front({Ref<const Storage>(keys.storage), keys.data, keys.size, make_table(keys)});
  return kept->front().table;
}

}  // namespace

void find_keys(const KernelContext& context) {
  const TensorView &values = context.in(0), &keys = context.in(1);
  auto* const out = context.out(0).as<int64_t>();
  if (values.data == keys.data && values.size == keys.size) {  // its own keys, asked for once
    Table table;
    for (int64_t i = 0; i < values.size; ++i) out[i] = table.insert(keys, i);
    return;
  }
  const auto table = table_of(keys);
  for (int64_t i = 0; i < values.size; ++i) out[i] = table->find(values, i);
}

}  // namespace pelton::cpu
