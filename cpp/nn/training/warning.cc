#include "nn/training/warning.h"

#include <atomic>

#include "runtime/log.h"

namespace pelton {
namespace {

std::atomic<WarningSink> current_sink{nullptr};

}  // namespace

void set_warning_sink(WarningSink sink) { current_sink.store(sink); }

void warn(const std::string& message) {
  if (const WarningSink sink = current_sink.load())
    sink(message);
  else
    log(LogLevel::warning, message);
}

}  // namespace pelton
