// Owns the parser of regular expressions: RE2's syntax.
#include <algorithm>

#include "core/error.h"
#include "kernels/cpu/strings/regex/character_classes.h"
#include "kernels/cpu/strings/utf8.h"

namespace pelton::cpu::regex {
namespace {

constexpr int kMostRepeats = 1000;
constexpr int kMostDepth = 200;

using NodePtr = std::unique_ptr<Node>;

NodePtr make(Node::Kind kind) {
  auto node = std::make_unique<Node>();
  node->kind = kind;
  return node;
}

NodePtr set_of(CharacterSet set) {
  NodePtr node = make(Node::Kind::set);
  node->set = std::move(set);
  return node;
}

class Parser {
 public:
  explicit Parser(std::string_view pattern) : whole_(pattern), left_(pattern) {}

  Syntax parse() {
    Syntax out;
    out.root = choice();
    if (!left_.empty()) refuse("unexpected ): ", whole_);
    out.groups = groups_;
    return out;
  }

 private:
  struct Flags {
    bool ignores_case = false, dot_is_all = false, is_multiline = false, is_lazy = false;
  };

  template <class... Parts>
  [[noreturn]] void refuse(const Parts&... parts) const {
    raise(Code::invalid_argument, "Invalid pattern: ", whole_, ", error: ", parts...);
  }
  bool take(std::string_view text) {
    if (!left_.starts_with(text)) return false;
    left_.remove_prefix(text.size());
    return true;
  }
  uint32_t character() {
    const Character next = first_character(left_);
    if (!next.is_valid) refuse("invalid UTF-8");
    left_.remove_prefix(static_cast<size_t>(next.size));
    return next.code;
  }

  // Alternatives; the flags that are set inside end with them.
  NodePtr choice() {
    if (++depth_ > kMostDepth) refuse("parentheses nested deeper than ", kMostDepth);
    const Flags before = flags_;
    NodePtr all = make(Node::Kind::choice);
    do all->parts.push_back(sequence());
    while (take("|"));
    flags_ = before;
    --depth_;
    return all->parts.size() == 1 ? std::move(all->parts[0]) : std::move(all);
  }
  NodePtr sequence() {
    NodePtr all = make(Node::Kind::sequence);
    while (!left_.empty() && left_[0] != '|' && left_[0] != ')') {
      NodePtr item = atom();
      if (item) all->parts.push_back(repeated(std::move(item)));
    }
    return all;
  }
  NodePtr repeated(NodePtr item) {
    int least = 0, most = 0;
    bool is_repeated = false;
    while (repeat_counts(least, most)) {
      if (is_repeated) refuse("bad repetition operator");
      NodePtr repeat = make(Node::Kind::repeat);
      repeat->least = least;
      repeat->most = most;
      repeat->is_greedy = take("?") == flags_.is_lazy;
      repeat->parts.push_back(std::move(item));
      item = std::move(repeat);
      is_repeated = true;
    }
    return item;
  }
  bool repeat_counts(int& least, int& most) {
    least = left_.starts_with('+') ? 1 : 0;
    most = left_.starts_with('?') ? 1 : -1;
    if (take("*") || take("+") || take("?")) return true;
    return left_.starts_with('{') && braces(least, most);
  }
  // "{2}", "{2,}" or "{2,5}"; other braces stand for themselves.
  bool braces(int& least, int& most) {
    const std::string_view before = left_;
    take("{");
    const auto first = number();
    most = first;
    if (first >= 0 && take(",")) most = left_.starts_with('}') ? -1 : number();
    least = first;
    if (first < 0 || most < -1 || !take("}")) {
      left_ = before;
      return false;
    }
    if (least > kMostRepeats || most > kMostRepeats || (most >= 0 && most < least))
      refuse("invalid repetition size");
    return true;
  }
  // -2 where there is none.
  int number() {
    if (left_.empty() || left_[0] < '0' || left_[0] > '9') return -2;
    int value = 0;
    while (!left_.empty() && left_[0] >= '0' && left_[0] <= '9') {
      value = std::min(value * 10 + (left_[0] - '0'), kMostRepeats + 1);
      left_.remove_prefix(1);
    }
    return value;
  }

  NodePtr atom() {
    if (left_.starts_with('*') || left_.starts_with('+') || left_.starts_with('?'))
      refuse("no argument for repetition operator: ", left_.substr(0, 1));
    if (take("(")) return group();
    if (take("[")) return set_of(bracket());
    if (take("\\")) return escape();
    if (take("^"))
      return assertion(flags_.is_multiline ? Assertion::line_begin : Assertion::text_begin);
    if (take("$"))
      return assertion(flags_.is_multiline ? Assertion::line_end : Assertion::text_end);
    if (take("."))
      return set_of(negated(flags_.dot_is_all ? CharacterSet{} : CharacterSet{{'\n', '\n'}}));
    return literal(character());
  }
  NodePtr literal(uint32_t code) {
    CharacterSet set{{code, code}};
    return set_of(flags_.ignores_case ? without_case(std::move(set)) : std::move(set));
  }
  NodePtr assertion(Assertion what) {
    NodePtr node = make(Node::Kind::assertion);
    node->assertion = what;
    return node;
  }
  // After "(": a group, or flags that hold from here, which give null.
  NodePtr group() {
    NodePtr node = make(Node::Kind::group);
    const Flags before = flags_;
    if (take("?P<") || take("?<")) {
      const size_t end = left_.find('>');
      if (end == 0 || end == std::string_view::npos) refuse("invalid named capture group");
      left_.remove_prefix(end + 1);
      node->group = ++groups_;
    } else if (take("?")) {
      if (read_flags()) return nullptr;
      node->kind = Node::Kind::sequence;
    } else {
      node->group = ++groups_;
    }
    node->parts.push_back(choice());
    if (!take(")")) refuse("missing ): ", whole_);
    flags_ = before;
    return node;
  }
  // True where they end with ")", false with ":".
  bool read_flags() {
    bool value = true;
    while (!left_.empty()) {
      const char flag = left_[0];
      left_.remove_prefix(1);
      if (flag == ')') return true;
      if (flag == ':') return false;
      if (flag == '-')
        value = false;
      else if (flag == 'i')
        flags_.ignores_case = value;
      else if (flag == 's')
        flags_.dot_is_all = value;
      else if (flag == 'm')
        flags_.is_multiline = value;
      else if (flag == 'U')
        flags_.is_lazy = value;
      else
        refuse("invalid perl operator: (?", flag);
    }
    refuse("missing ): ", whole_);
  }

  NodePtr escape() {
    if (left_.empty()) refuse("trailing \\");
    const char letter = left_[0];
    if (take("b")) return assertion(Assertion::word);
    if (take("B")) return assertion(Assertion::no_word);
    if (take("A")) return assertion(Assertion::text_begin);
    if (take("z")) return assertion(Assertion::text_end);
    if (take("Q")) return quoted();
    if (letter == 'p' || letter == 'P') return set_of(unicode_set());
    if (CharacterSet set = perl_class(letter); !set.empty()) {
      left_.remove_prefix(1);
      return set_of(std::move(set));
    }
    return literal(escaped_character());
  }
  // From "p" or "P" on: pL, p{Greek}, P{Lu}, p{^Lu}.
  CharacterSet unicode_set() {
    const std::string_view begin = left_;
    bool is_negated = take("P") || !take("p");
    const size_t end = left_.starts_with('{') ? left_.find('}') : 0;
    if (left_.empty() || end == std::string_view::npos)
      refuse("invalid character class range: \\", begin);
    std::string_view name = end == 0 ? left_.substr(0, 1) : left_.substr(1, end - 1);
    left_.remove_prefix(end + 1);
    if (name.starts_with('^')) {
      is_negated = !is_negated;
      name.remove_prefix(1);
    }
    CharacterSet set = unicode_class(name);
    if (set.empty())
      refuse("invalid character class range: \\", begin.substr(0, begin.size() - left_.size()));
    if (flags_.ignores_case) set = without_case(std::move(set));
    return is_negated ? negated(set) : set;
  }
  // The rest up to \E, as it is.
  NodePtr quoted() {
    NodePtr all = make(Node::Kind::sequence);
    while (!left_.empty() && !take("\\E")) all->parts.push_back(literal(character()));
    return all;
  }
  uint32_t escaped_character() {
    constexpr std::string_view kLetters = "afnrtv", kValues = "\a\f\n\r\t\v";
    if (left_.empty()) refuse("trailing \\");
    const char letter = left_[0];
    if (const size_t at = kLetters.find(letter); at != std::string_view::npos) {
      left_.remove_prefix(1);
      return static_cast<uint8_t>(kValues[at]);
    }
    if (take("x")) return hexadecimal();
    if (take("0")) return 0;
    const bool is_word = (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= 'a' && letter <= 'z');
    if (is_word) refuse("invalid escape sequence: \\", letter);
    return character();
  }
  uint32_t hexadecimal() {
    const bool has_braces = take("{");
    const size_t end = has_braces ? left_.find('}') : 2;
    if (end == std::string_view::npos || end > left_.size() || end == 0 || end > 6)
      refuse("invalid escape sequence: \\x");
    uint32_t code = 0;
    for (char digit : left_.substr(0, end)) {
      const size_t value = std::string_view("0123456789abcdefABCDEF").find(digit);
      if (value == std::string_view::npos) refuse("invalid escape sequence: \\x");
      code = code * 16 + static_cast<uint32_t>(value > 15 ? value - 6 : value);
    }
    left_.remove_prefix(end + (has_braces ? 1 : 0));
    if (code > 0x10FFFF) refuse("invalid escape sequence: \\x");
    return code;
  }

  // After "[".
  CharacterSet bracket() {
    const bool is_negated = take("^");
    CharacterSet set;
    for (bool is_first = true; is_first || !left_.starts_with(']'); is_first = false) {
      if (left_.empty()) refuse("missing ]: ", whole_);
      add_item(set);
    }
    take("]");
    set = normalized(std::move(set));
    if (flags_.ignores_case) set = without_case(std::move(set));
    return is_negated ? negated(set) : set;
  }
  void add_item(CharacterSet& set) {
    if (left_.starts_with("[:")) {
      const size_t end = left_.find(":]");
      if (end != std::string_view::npos) {
        const CharacterSet named = posix_class(left_.substr(2, end - 2));
        if (named.empty()) refuse("invalid character class range: ", left_.substr(0, end + 2));
        set.insert(set.end(), named.begin(), named.end());
        left_.remove_prefix(end + 2);
        return;
      }
    }
    if (left_.starts_with("\\p") || left_.starts_with("\\P")) {
      take("\\");
      const CharacterSet named = unicode_set();
      set.insert(set.end(), named.begin(), named.end());
      return;
    }
    if (left_.size() > 1 && left_[0] == '\\')
      if (const CharacterSet named = perl_class(left_[1]); !named.empty()) {
        set.insert(set.end(), named.begin(), named.end());
        left_.remove_prefix(2);
        return;
      }
    const uint32_t first = set_character();
    uint32_t last = first;
    if (left_.size() > 1 && left_[0] == '-' && left_[1] != ']') {
      take("-");
      last = set_character();
    }
    if (last < first) refuse("invalid character class range");
    set.push_back({first, last});
  }
  uint32_t set_character() {
    if (left_.empty()) refuse("missing ]: ", whole_);
    return take("\\") ? escaped_character() : character();
  }

  const std::string_view whole_;
  std::string_view left_;
  Flags flags_;
  int groups_ = 0;
  int depth_ = 0;
};

}  // namespace

Syntax parse(std::string_view pattern) { return Parser(pattern).parse(); }

}  // namespace pelton::cpu::regex
