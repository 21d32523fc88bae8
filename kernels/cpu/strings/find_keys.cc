// Owns find_keys: where values stand in a list of keys. The tables of long lists are kept as long
// as they are in use, since the same keys are asked for again and again.
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "kernels/cpu/strings/hashes.h"
#include "kernels/declared/strings.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kLeastKept = 64;  // keys
constexpr size_t kMostTables = 8;

struct HashOfText {
  size_t operator()(std::string_view text) const { return farm_fingerprint(text); }
};

// The first place of each key.
struct Table {
  explicit Table(const TensorView& keys) {
    for (int64_t i = 0; i < keys.size; ++i) {
      if (keys.dtype == DType::string)
        texts.try_emplace(keys.as<StringElement>()[i].view(), i);
      else if (keys.dtype == DType::int32)
        numbers.try_emplace(keys.as<int32_t>()[i], i);
      else
        numbers.try_emplace(keys.as<int64_t>()[i], i);
    }
  }
  int64_t find(const TensorView& values, int64_t i) const {
    if (values.dtype == DType::string) return found(texts, values.as<StringElement>()[i].view());
    return found(numbers, values.dtype == DType::int32 ? int64_t{values.as<int32_t>()[i]}
                                                       : values.as<int64_t>()[i]);
  }
  template <class Map, class Key>
  static int64_t found(const Map& map, const Key& key) {
    const auto at = map.find(key);
    return at == map.end() ? -1 : at->second;
  }
  std::unordered_map<std::string_view, int64_t, HashOfText> texts;
  std::unordered_map<int64_t, int64_t> numbers;
};

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
  if (keys.storage == nullptr || keys.size < kLeastKept) return std::make_shared<Table>(keys);
  const std::lock_guard lock(mutex);
  for (auto at = kept->begin(); at != kept->end(); ++at)
    if (at->data == keys.data && at->size == keys.size) {
      kept->splice(kept->begin(), *kept, at);
      return at->table;
    }
  kept->remove_if([](const KeptTable& table) { return table.storage->use_count() == 1; });
  if (kept->size() == kMostTables) kept->pop_back();
  kept->push_front(
      {Ref<const Storage>(keys.storage), keys.data, keys.size, std::make_shared<Table>(keys)});
  return kept->front().table;
}

}  // namespace

void find_keys(const KernelContext& context) {
  const TensorView& values = context.in(0);
  const auto table = table_of(context.in(1));
  for (int64_t i = 0; i < values.size; ++i)
    context.out(0).as<int64_t>()[i] = table->find(values, i);
}

}  // namespace pelton::cpu
