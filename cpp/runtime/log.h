// Owns the one logger: levels, TF_CPP_MIN_LOG_LEVEL, and the sink that Python replaces.
#pragma once
#include <string>
#include <string_view>

namespace pelton {

enum class LogLevel { info, warning, error };

using LogSink = void (*)(LogLevel level, std::string_view line);

// Where lines go; the standard error stream until the bindings set Python's.
void set_log_sink(LogSink sink);
// Writes one line unless its level is hidden: by TF_CPP_MIN_LOG_LEVEL, or, where that is not set,
// INFO.
void log(LogLevel level, std::string_view line);
// Whether lines of `level` are written: for lines that are costly to make.
bool is_logged(LogLevel level);
// Writes one line at any level: what the user switched on by hand (placement log).
void log_always(std::string_view line);

}  // namespace pelton
