#include "data/position.h"

#include <set>

#include "core/error.h"
#include "runtime/runtime.h"

namespace pelton::data {
namespace {

thread_local PassStreams* current_streams = nullptr;

// The nodes below `dataset`, itself first, each once.
void collect(const Dataset& dataset, std::set<const Dataset*>& seen,
             std::vector<const Dataset*>& out) {
  if (!seen.insert(&dataset).second) return;
  out.push_back(&dataset);
  for (const DatasetRef& input : dataset.info().inputs) collect(*input, seen, out);
}

std::vector<const Dataset*> nodes_below(const Dataset& dataset) {
  std::set<const Dataset*> seen;
  std::vector<const Dataset*> out;
  collect(dataset, seen, out);
  return out;
}

// FNV-1a of the kinds of nodes, but for settings, which change no element.
uint64_t fingerprint(const std::vector<const Dataset*>& nodes) {
  uint64_t out = 0xcbf29ce484222325u;
  const auto add = [&](unsigned char byte) { out = (out ^ byte) * 0x100000001b3u; };
  for (const Dataset* node : nodes) {
    if (node->info().kind == "options") continue;
    for (const char letter : node->info().kind) add(static_cast<unsigned char>(letter));
    add(0);
  }
  return out;
}

}  // namespace

PassScope::PassScope(PassStreams& streams)
    : outer_(current_streams), settings_(streams.settings()) {
  current_streams = &streams;
}

PassScope::~PassScope() { current_streams = outer_; }

RandomStream PassStreams::draw() {
  RandomFork fork(own_);
  return fork.draw(drawn_++);
}

RandomStream draw_stream_of_pass() {
  if (current_streams != nullptr) return current_streams->draw();
  if (RandomFork* const fork = RandomFork::current()) return fork->draw({});
  return runtime().random().draw_pass();
}

IteratorRef begin_pass(const Dataset& dataset, PassStreams& streams) {
  const PassScope scope(streams);
  return dataset.iterate();
}

std::vector<uint64_t> origin_of(const Dataset& dataset, RandomStream stream) {
  const std::vector<const Dataset*> nodes = nodes_below(dataset);
  std::vector<uint64_t> out{fingerprint(nodes), static_cast<uint64_t>(stream.key),
                            static_cast<uint64_t>(stream.offset)};
  for (const Dataset* node : nodes) {
    if (node->info().memory == nullptr) continue;
    const std::vector<uint64_t> words = node->info().memory->save();
    out.push_back(words.size());
    out.insert(out.end(), words.begin(), words.end());
  }
  return out;
}

RandomStream restore_origin(const Dataset& dataset, std::span<const uint64_t> origin) {
  const std::vector<const Dataset*> nodes = nodes_below(dataset);
  check(origin.size() >= 3 && origin[0] == fingerprint(nodes),
        "the position of an iterator is of another pipeline");
  std::vector<std::pair<Memory*, std::span<const uint64_t>>> parts;
  size_t at = 3;
  for (const Dataset* node : nodes) {
    if (node->info().memory == nullptr) continue;
    check(at < origin.size() && origin[at] < origin.size() - at,
          "the position of an iterator is damaged");
    parts.emplace_back(node->info().memory.get(), origin.subspan(at + 1, origin[at]));
    at += 1 + origin[at];
  }
  check(at == origin.size(), "the position of an iterator is damaged");
  for (const auto& [memory, words] : parts) memory->restore(words);
  return {static_cast<int64_t>(origin[1]), static_cast<int64_t>(origin[2])};
}

}  // namespace pelton::data
