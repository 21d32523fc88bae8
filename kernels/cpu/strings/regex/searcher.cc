// Owns searching: all threads of a program, in order of preference, take each character at once.
#include <algorithm>

#include "kernels/cpu/strings/regex/regex.h"
#include "kernels/cpu/strings/utf8.h"

namespace pelton::cpu::regex {
namespace {

bool is_word(std::string_view text, size_t at) {
  if (at >= text.size()) return false;
  const char c = text[at];
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

bool holds(Assertion assertion, std::string_view text, size_t at) {
  const bool is_edge = is_word(text, at) != (at > 0 && is_word(text, at - 1));
  switch (assertion) {
    case Assertion::text_begin:
      return at == 0;
    case Assertion::text_end:
      return at == text.size();
    case Assertion::line_begin:
      return at == 0 || text[at - 1] == '\n';
    case Assertion::line_end:
      return at == text.size() || text[at] == '\n';
    case Assertion::word:
      return is_edge;
    case Assertion::no_word:
      return !is_edge;
  }
  return false;
}

bool contains(const CharacterSet& set, uint32_t code) {
  const auto after = std::upper_bound(set.begin(), set.end(), std::pair{code, UINT32_MAX});
  return after != set.begin() && std::prev(after)->second >= code;
}

}  // namespace

class Searcher {
 public:
  Searcher(const Regex& regex, std::string_view text, bool is_whole)
      : regex_(regex),
        text_(text),
        is_whole_(is_whole),
        places_(static_cast<size_t>(2 * regex.groups() + 2)),
        seen_(regex.code_.size(), 0) {}

  std::optional<Match> run(size_t from) {
    for (size_t at = from;;) {
      const bool may_begin = !found_ && (!is_whole_ || at == from);
      if (may_begin) start(at);
      if (now_.threads.empty() && (found_ || is_whole_)) break;
      const bool is_end = at >= text_.size();
      const Character next = is_end ? Character{} : first_character(text_.substr(at));
      step(at, next, is_end);
      if (is_end) break;
      at += static_cast<size_t>(next.size);
    }
    return found_;
  }

 private:
  // Places of instructions that read a character or match, the preferred ones first, each with
  // where its groups began and ended.
  struct Threads {
    std::vector<int32_t> threads;
    std::vector<int64_t> saved;
    void clear() {
      threads.clear();
      saved.clear();
    }
  };
  struct Task {
    int32_t place;
    int32_t restore;  // which saved place gets `value` back; -1: none
    int64_t value;
  };

  void start(size_t at) {
    // Threads that are there already go first.
    if (now_.threads.empty()) ++generation_;
    saved_.assign(places_, -1);
    follow(now_, 0, at, saved_);
  }
  // Adds what is reached from `place` without reading a character.
  void follow(Threads& to, int32_t place, size_t at, Match& saved) {
    tasks_.push_back({place, -1, 0});
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      if (task.restore >= 0) {
        saved[static_cast<size_t>(task.restore)] = task.value;
        continue;
      }
      visit(to, task.place, at, saved);
    }
  }
  void visit(Threads& to, int32_t place, size_t at, Match& saved) {
    if (seen_[static_cast<size_t>(place)] == generation_) return;
    seen_[static_cast<size_t>(place)] = generation_;
    const Instruction& code = regex_.code_[static_cast<size_t>(place)];
    switch (code.kind) {
      case Instruction::Kind::jump:
        return tasks_.push_back({code.next, -1, 0});
      case Instruction::Kind::split:
        tasks_.push_back({code.other, -1, 0});
        return tasks_.push_back({code.next, -1, 0});
      case Instruction::Kind::assertion:
        if (holds(code.assertion, text_, at)) tasks_.push_back({code.next, -1, 0});
        return;
      case Instruction::Kind::save:
        tasks_.push_back({0, code.other, saved[static_cast<size_t>(code.other)]});
        saved[static_cast<size_t>(code.other)] = static_cast<int64_t>(at);
        return tasks_.push_back({code.next, -1, 0});
      default:
        to.threads.push_back(place);
        to.saved.insert(to.saved.end(), saved.begin(), saved.end());
    }
  }
  void step(size_t at, const Character& next, bool is_end) {
    ++generation_;
    for (size_t i = 0; i < now_.threads.size(); ++i) {
      const Instruction& code = regex_.code_[static_cast<size_t>(now_.threads[i])];
      const auto first = now_.saved.begin() + static_cast<std::ptrdiff_t>(i * places_);
      if (code.kind == Instruction::Kind::match) {
        if (is_whole_ && at != text_.size()) continue;
        found_ = Match(first, first + static_cast<std::ptrdiff_t>(places_));
        break;  // what comes later is less preferred
      }
      if (is_end || !contains(regex_.sets_[static_cast<size_t>(code.other)], next.code)) continue;
      saved_.assign(first, first + static_cast<std::ptrdiff_t>(places_));
      follow(then_, code.next, at + static_cast<size_t>(next.size), saved_);
    }
    std::swap(now_, then_);
    then_.clear();
  }

  const Regex& regex_;
  const std::string_view text_;
  const bool is_whole_;
  const size_t places_;
  Threads now_, then_;
  std::vector<uint64_t> seen_;  // the generation in which each place was reached
  uint64_t generation_ = 1;
  std::vector<Task> tasks_;
  Match saved_;  // of the thread that is followed
  std::optional<Match> found_;
};

std::optional<Match> Regex::search(std::string_view text, size_t from) const {
  return Searcher(*this, text, false).run(from);
}

bool Regex::matches_whole(std::string_view text) const {
  return Searcher(*this, text, true).run(0).has_value();
}

}  // namespace pelton::cpu::regex
