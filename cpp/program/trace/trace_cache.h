// Owns TraceCache: the traces of one function or model by the bytes of their signatures, up to
// kMostPaths paths for each, and run_paths(), which finds the path that a call takes.
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "program/guard_failed.h"
#include "program/trace/trace.h"

namespace pelton {

// Paths of one signature that are traced; what takes more is computed each time.
inline constexpr size_t kMostPaths = 16;

// Why; `place`: of the branch that led to one more.
std::string too_many_paths(const std::string& place);

// T derives from Trace. Owners keep threads apart, and end what they are handed when they like.
template <class T>
class TraceCache {
 public:
  using Ref = std::shared_ptr<T>;
  using Paths = std::vector<Ref>;

  // Of the paths of `key` that `fits` accepts and that may be taken after these guarded values the
  // one to try first; null where there is none.
  template <class Fits>
  Ref find(const std::string& key, const Fits& fits, std::span<const Tensor> seen = {}) {
    const auto found = paths_.find(key);
    if (found == paths_.end()) return nullptr;
    const Ref* best = nullptr;
    for (const Ref& path : found->second)
      if ((best == nullptr || path->goes_before(**best)) && path->may_be_taken(seen) && fits(*path))
        best = &path;
    if (best == nullptr) return nullptr;
    (*best)->last_use = ++clock_;
    return *best;
  }
  size_t size() const { return size_; }
  size_t key_count() const { return paths_.size(); }
  bool has_all_paths(const std::string& key) const {
    const auto found = paths_.find(key);
    return found != paths_.end() && found->second.size() >= kMostPaths;
  }
  void add(const std::string& key, Ref path) {
    path->last_use = ++clock_;
    paths_[key].push_back(std::move(path));
    ++size_;
  }
  // Has `next`, which knows more of the same path, in its place, if it is still there.
  void replace(const std::string& key, const T* path, const Ref& next) {
    for (Ref& known : paths_[key])
      if (known.get() == path) known = next;
  }
  // Takes out all paths of `key`.
  [[nodiscard]] Paths take(const std::string& key) {
    Paths out = std::exchange(paths_[key], {});
    size_ -= out.size();
    return out;
  }
  // Takes out the paths that are of no use any more, or else the one that was not used for the
  // longest time.
  template <class IsDead>
  [[nodiscard]] Paths make_room(const IsDead& is_dead) {
    int64_t oldest = INT64_MAX;
    for_each([&](const T& path) { oldest = std::min(oldest, is_dead(path) ? -1 : path.last_use); });
    Paths out;
    for (auto place = paths_.begin(); place != paths_.end();) {
      Paths& paths = place->second;
      for (Ref& path : paths)
        if (oldest < 0 ? is_dead(*path) : path->last_use == oldest) out.push_back(std::move(path));
      std::erase(paths, nullptr);
      place = paths.empty() ? paths_.erase(place) : std::next(place);
    }
    size_ -= out.size();
    return out;
  }
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const auto& [key, paths] : paths_)
      for (const Ref& path : paths) visit(*path);
  }
  // In the order of making.
  std::vector<const T*> in_order() const {
    std::vector<const T*> out;
    for_each([&](const T& path) { out.push_back(&path); });
    std::sort(out.begin(), out.end(), [](auto* a, auto* b) { return a->number < b->number; });
    return out;
  }

 private:
  std::unordered_map<std::string, Paths> paths_;
  size_t size_ = 0;
  int64_t clock_ = 0;
};

// What `run(*path)` gives, or where a guard of it fails, the path that find(seen) gives for the
// guarded values seen; nothing where there is none, and then `place` is where the code branched.
// A path that is left has written nothing, and what it drew is drawn again.
template <class Ref, class Find, class Run>
auto run_paths(Ref path, const Find& find, const Run& run, std::string& place)
    -> std::optional<decltype(run(*path))> {
  if (path->guarded_values.empty()) return run(*path);
  while (path != nullptr) {
    try {
      return run_path([&] { return run(*path); });
    } catch (const GuardFailed& failed) {
      std::vector<Tensor> seen = path->guarded_values;
      seen.resize(failed.number);
      seen.push_back(failed.seen);
      place = failed.place;
      path = find(std::span<const Tensor>(seen));
    }
  }
  return std::nullopt;
}

}  // namespace pelton
