// Owns the cache of transformed filters, for small inputs: transforming filters that have not
// changed would take a good part of each call. Must not know convolutions.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/storage.h"

namespace pelton::cpu {

// What transformed filters depend on besides the taps.
struct FilterForm {
  const void* address;  // of the taps
  int64_t tile, in, out;
  int64_t panels, size;  // of the packed filters: panels, elements
  bool operator==(const FilterForm&) const = default;
};

// Remembers some transformed filters with the taps they were made of, and gives them out only while
// the taps at hand are the same bit for bit: whoever writes filters need not know of it. Taps that
// were the same twice are held, if they are the engine's: then nobody writes those bytes, and they
// need not be compared any more.
class WinogradFilterCache {
 public:
  static constexpr int64_t kMostBytes = 4 << 20;

  // Packs taps, 9 * in * out of them, into size() elements.
  using Pack = std::function<void(const float* taps, float* packed)>;

  // The packed filters of the taps at form.address, which lie in `storage` if that is known, made
  // by `pack` where they are not known. Safe from any thread.
  std::shared_ptr<const float[]> get(const FilterForm& form, const Storage* storage,
                                     const Pack& pack);
  int64_t bytes() const;

 private:
  struct Entry {
    FilterForm form;
    std::vector<float> taps;
    std::shared_ptr<float[]> packed;
    Ref<const Storage> held;  // of the taps
    int64_t bytes() const {
      return (std::ssize(taps) + form.size) * static_cast<int64_t>(sizeof(float));
    }
  };
  struct Known {
    std::shared_ptr<const Entry> entry;
    bool is_same = false;  // without a look at the taps
  };
  Known find(const FilterForm& form, const Storage* storage);
  void hold(const Entry& entry, const Storage* storage);
  std::shared_ptr<Entry> take(const FilterForm& form);
  void keep(std::shared_ptr<Entry> entry);

  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Entry>> entries_;  // the one used last is last
};

// The process's cache, never destroyed.
WinogradFilterCache& winograd_filter_cache();

}  // namespace pelton::cpu
