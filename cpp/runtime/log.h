// Owns the one logger: levels, TF_CPP_MIN_LOG_LEVEL, and the sink that Python replaces.
#pragma once
#include <string>
#include <string_view>

namespace pelton {

enum class LogLevel { info, warning, error };

using LogSink = void (*)(LogLevel level, std::string_view line);

// Where lines go; the standard error stream until the bindings set Python's.
void set_log_sink(LogSink sink);
// Writes one line unless TF_CPP_MIN_LOG_LEVEL hides its level.
void log(LogLevel level, std::string_view line);
// Writes one line at any level: what the user switched on by hand (placement log).
void log_always(std::string_view line);

}  // namespace pelton
