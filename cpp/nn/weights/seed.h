// Owns Seed: what the numbers of a random initializer follow from.
#pragma once
#include <memory>

#include "nn/config/config.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton {

// What gives other numbers to each draw, such as `keras.random.SeedGenerator`.
class SeedSource : public Configured {
 public:
  // Where the next draw starts.
  virtual RandomStream next() = 0;
};

// A number, a source, or neither: then the numbers depend on the process's seed and on when they
// were first drawn.
struct Seed {
  std::optional<int64_t> value;
  std::shared_ptr<SeedSource> source;
};
template <>
struct FieldType<Seed> {
  static Seed parse(const Value& value, const FieldSite& site);
  static Value write(const Seed& seed) {
    return seed.source ? seed.source->serialized()
                       : FieldType<std::optional<int64_t>>::write(seed.value);
  }
  static std::string text() { return "int | SeedGenerator | None"; }
};

}  // namespace pelton
