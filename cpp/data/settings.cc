#include "data/settings.h"

#include <algorithm>
#include <utility>

namespace pelton::data {
namespace {

thread_local PassSettings settings_now;

class SettledPass : public Iterator {
 public:
  SettledPass(IteratorRef input, const PassSettings& settings)
      : input_(std::move(input)), settings_(settings) {}
  bool next(Element& out) override {
    const SettingsScope scope(settings_);
    return input_->next(out);
  }
  int64_t skip(int64_t count) override {
    const SettingsScope scope(settings_);
    return input_->skip(count);
  }

 private:
  IteratorRef input_;
  const PassSettings settings_;
};

}  // namespace

int64_t PassSettings::limited(int64_t calls, bool is_chosen) const {
  if (threads > 0) calls = std::min(calls, threads);
  if (is_chosen && chosen_calls > 0) calls = std::min(calls, chosen_calls);
  return std::max<int64_t>(calls, 1);
}

const PassSettings& current_settings() { return settings_now; }

SettingsScope::SettingsScope(const PassSettings& settings)
    : outer_(std::exchange(settings_now, settings)) {}

SettingsScope::~SettingsScope() { settings_now = outer_; }

DatasetRef with_settings(DatasetRef input, PassSettings settings) {
  const int64_t cardinality = input->cardinality();
  return make_dataset({"options", {input}}, cardinality, [input, settings]() -> IteratorRef {
    const SettingsScope scope(settings);
    return std::make_unique<SettledPass>(input->iterate(), settings);
  });
}

}  // namespace pelton::data
