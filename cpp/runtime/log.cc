#include "runtime/log.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace pelton {
namespace {

void write_stderr(LogLevel, std::string_view line) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

std::atomic<LogSink> sink{&write_stderr};

int hidden_levels() {
  static const int count = [] {
    const char* text = std::getenv("TF_CPP_MIN_LOG_LEVEL");
    return text == nullptr || *text == '\0' ? 1 : std::atoi(text);
  }();
  return count;
}

}  // namespace

void set_log_sink(LogSink replacement) { sink = replacement ? replacement : &write_stderr; }

bool is_logged(LogLevel level) { return static_cast<int>(level) >= hidden_levels(); }

void log(LogLevel level, std::string_view line) {
  if (is_logged(level)) sink.load()(level, line);
}

void log_always(std::string_view line) { sink.load()(LogLevel::info, line); }

}  // namespace pelton
