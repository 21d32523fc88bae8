#include "program/trace/trace_cache.h"

#include "core/cat.h"

namespace pelton {

std::string too_many_paths(const std::string& place) {
  return cat("it takes more than ", kMostPaths, " paths",
             place.empty() ? "" : ", the last by the branch at ", place);
}

}  // namespace pelton
