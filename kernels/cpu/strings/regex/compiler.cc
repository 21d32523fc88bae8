// Owns compiling a regular expression's tree into instructions, and the cache of compiled ones.
#include <list>
#include <mutex>
#include <string>

#include "core/error.h"
#include "kernels/cpu/strings/regex/regex.h"

namespace pelton::cpu::regex {
namespace {

constexpr size_t kMostInstructions = 100'000;
constexpr size_t kMostCached = 64;

class CodeWriter {
 public:
  CodeWriter(std::vector<Instruction>& code, std::vector<CharacterSet>& sets)
      : code_(code), sets_(sets) {}

  void write(const Node& node) {
    switch (node.kind) {
      case Node::Kind::empty:
        return;
      case Node::Kind::set:
        sets_.push_back(node.set);
        return add(
            {Instruction::Kind::set, {}, here() + 1, static_cast<int32_t>(sets_.size()) - 1});
      case Node::Kind::assertion:
        return add({Instruction::Kind::assertion, node.assertion, here() + 1});
      case Node::Kind::sequence:
        for (const auto& part : node.parts) write(*part);
        return;
      case Node::Kind::choice:
        return write_choice(node);
      case Node::Kind::repeat:
        return write_repeat(node);
      case Node::Kind::group:
        save(2 * node.group);
        write(*node.parts[0]);
        return save(2 * node.group + 1);
    }
  }
  void save(int32_t place) { add({Instruction::Kind::save, {}, here() + 1, place}); }
  void add(Instruction instruction) {
    check(code_.size() < kMostInstructions, "Invalid pattern: it is too large to be compiled");
    code_.push_back(instruction);
  }

 private:
  int32_t here() const { return static_cast<int32_t>(code_.size()); }
  Instruction& at(int32_t place) { return code_[static_cast<size_t>(place)]; }

  void write_choice(const Node& node) {
    std::vector<int32_t> ends;
    for (size_t i = 0; i < node.parts.size(); ++i) {
      const bool is_last = i + 1 == node.parts.size();
      const int32_t split = here();
      if (!is_last) add({Instruction::Kind::split, {}, split + 1});
      write(*node.parts[i]);
      if (is_last) break;
      ends.push_back(here());
      add({Instruction::Kind::jump});
      at(split).other = here();
    }
    for (int32_t end : ends) at(end).next = here();
  }
  void write_repeat(const Node& node) {
    for (int i = 0; i < node.least; ++i) write(*node.parts[0]);
    if (node.most < 0) return write_loop(node);
    std::vector<int32_t> splits;
    for (int i = node.least; i < node.most; ++i) {
      splits.push_back(here());
      add({Instruction::Kind::split});
      write(*node.parts[0]);
    }
    for (int32_t split : splits) set_split(split, split + 1, here(), node.is_greedy);
  }
  void write_loop(const Node& node) {
    const int32_t split = here();
    add({Instruction::Kind::split});
    write(*node.parts[0]);
    add({Instruction::Kind::jump, {}, split});
    set_split(split, split + 1, here(), node.is_greedy);
  }
  void set_split(int32_t split, int32_t inside, int32_t outside, bool is_greedy) {
    at(split).next = is_greedy ? inside : outside;
    at(split).other = is_greedy ? outside : inside;
  }

  std::vector<Instruction>& code_;
  std::vector<CharacterSet>& sets_;
};

}  // namespace

Regex::Regex(std::string_view pattern) {
  const Syntax syntax = parse(pattern);
  groups_ = syntax.groups;
  CodeWriter writer(code_, sets_);
  writer.save(0);
  writer.write(*syntax.root);
  writer.save(1);
  writer.add({Instruction::Kind::match});
}

std::shared_ptr<const Regex> Regex::cached(std::string_view pattern) {
  using Entry = std::pair<std::string, std::shared_ptr<const Regex>>;
  static std::mutex mutex;
  static auto* const entries = new std::list<Entry>;  // the last used one first
  {
    const std::lock_guard lock(mutex);
    for (auto entry = entries->begin(); entry != entries->end(); ++entry)
      if (entry->first == pattern) {
        entries->splice(entries->begin(), *entries, entry);
        return entry->second;
      }
  }
  auto compiled = std::make_shared<const Regex>(pattern);
  const std::lock_guard lock(mutex);
  entries->emplace_front(std::string(pattern), compiled);
  if (entries->size() > kMostCached) entries->pop_back();
  return compiled;
}

}  // namespace pelton::cpu::regex
