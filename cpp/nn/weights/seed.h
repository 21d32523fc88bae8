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

// A number, a source, or neither: then the object draws a default seed when it is made.
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

// A seed for an object that was given none, in [1, 10^9]: from the installed source, without one
// from the process's random state.
int64_t default_seed();
void install_default_seeds(int64_t (*source)());

}  // namespace pelton
