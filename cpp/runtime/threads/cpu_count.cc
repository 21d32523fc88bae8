// Owns reading the affinity mask and the control group's CPU quota.
#include "runtime/threads/cpu_count.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

#include "core/error.h"

namespace pelton {
namespace {

int affinity_cpus() {
#if defined(__linux__)
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// The process's group below the version 2 mount ("/user.slice/job"), or below the version 1
// "cpu" controller; "" when it has none.
std::string group_path(std::string_view controller) {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string names = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string wanted = controller.empty() ? ",," : "," + std::string(controller) + ",";
    if (names.find(wanted) != std::string::npos) return line.substr(second + 1);
  }
  return "";
}

int smaller_limit(int limit, int other) {
  return limit == 0 ? other : other == 0 ? limit : std::min(limit, other);
}

// Every ancestor's limit holds, so the walk goes up to the root of the mount.
template <class ReadLine>
int walk_up(std::string path, const ReadLine& read_line) {
  int limit = 0;
  for (;;) {
    if (!path.empty() && path.back() == '/') path.pop_back();
    limit = smaller_limit(limit, cpus_of_quota(read_line(path)));
    const size_t slash = path.rfind('/');
    if (path.empty() || slash == std::string::npos) return limit;
    path.resize(slash);
  }
}

int cgroup_cpus() {
  const int v2 = walk_up(group_path(""), [](const std::string& path) {
    return first_line("/sys/fs/cgroup" + path + "/cpu.max");
  });
  const int v1 = walk_up(group_path("cpu"), [](const std::string& path) {
    const std::string folder = "/sys/fs/cgroup/cpu" + path;
    return first_line(folder + "/cpu.cfs_quota_us") + " " +
           first_line(folder + "/cpu.cfs_period_us");
  });
  return smaller_limit(v1, v2);
}

bool parse(std::string_view text, int64_t& value) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() && result.ptr == text.data() + text.size();
}

}  // namespace

int cpus_of_quota(std::string_view cpu_max) {
  const size_t space = cpu_max.find(' ');
  if (space == std::string_view::npos) return 0;
  int64_t quota = 0, period = 0;
  if (!parse(cpu_max.substr(0, space), quota) || !parse(cpu_max.substr(space + 1), period))
    return 0;
  if (quota <= 0 || period <= 0) return 0;
  return static_cast<int>(std::min<int64_t>((quota - 1) / period + 1, kMaxPoolThreads));
}

int available_cpus() {
  const int quota = cgroup_cpus();
  const int cpus = std::min(affinity_cpus(), kMaxPoolThreads);
  return quota > 0 ? std::min(cpus, quota) : cpus;
}

int default_num_threads() {
  const char* text = std::getenv("PELTON_NUM_THREADS");
  if (text == nullptr || *text == '\0') return available_cpus();
  int64_t count = 0;
  check(parse(text, count) && count >= 1 && count <= kMaxPoolThreads,
        "PELTON_NUM_THREADS must be a whole number in [1, ", kMaxPoolThreads, "], got '", text,
        "'");
  return static_cast<int>(count);
}

}  // namespace pelton
