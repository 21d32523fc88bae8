// Owns the tables of texts and lists that are kept.
#include "core/interned.h"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <set>

#include "core/error.h"

namespace pelton {

struct Constant::List {
  std::vector<Constant> items;
  size_t nesting = 1;
};

namespace {

// All that is kept; never destroyed, for attributes point into it.
struct Table {
  std::mutex mutex;
  std::set<std::string, std::less<>> texts;
  size_t bytes = 0;

  // To be called before `more` bytes are kept.
  void take(size_t more) {
    check(more <= kMostInternedBytes - bytes, Code::resource_exhausted, "attributes hold ", bytes,
          " bytes of different texts and lists, of ", kMostInternedBytes,
          " that may be kept: data belongs into tensors");
    bytes += more;
  }
};

Table& table() {
  static auto* const all = new Table;
  return *all;
}

}  // namespace

Text::Text(std::string_view text) {
  if (text.empty()) return;
  check(text.size() <= kMostTextBytes, "a text has ", text.size(), " bytes, more than ",
        kMostTextBytes);
  const std::lock_guard lock(table().mutex);
  auto found = table().texts.find(text);
  if (found == table().texts.end()) {
    table().take(text.size());
    found = table().texts.emplace(text).first;
  }
  text_ = &*found;
}

Constant Constant::of(bool value) {
  Constant out;
  out.kind_ = Kind::boolean;
  out.integer_ = value ? 1 : 0;
  return out;
}

Constant Constant::of(int64_t value) {
  Constant out;
  out.kind_ = Kind::integer;
  out.integer_ = value;
  return out;
}

Constant Constant::of(double value) {
  Constant out;
  out.kind_ = Kind::real;
  out.integer_ = std::bit_cast<int64_t>(value);
  return out;
}

Constant Constant::of(Text value) {
  static_assert(sizeof(value.text_) == sizeof(int64_t));
  Constant out;
  out.kind_ = Kind::text;
  out.text_ = value.text_;
  return out;
}

Constant Constant::list(std::span<const Constant> items) {
  check(items.size() <= kMostItems, "a list has ", items.size(), " items, more than ", kMostItems);
  List list{{items.begin(), items.end()}};
  std::vector<std::pair<Kind, int64_t>> key;  // equal items have equal numbers
  for (const Constant& item : items) {
    if (item.kind_ == Kind::list) list.nesting = std::max(list.nesting, item.list_->nesting + 1);
    key.emplace_back(item.kind_, item.integer_);
  }
  check(list.nesting <= kMostNesting, "lists are nested more than ", kMostNesting, " deep");
  static auto* const lists = new std::map<std::vector<std::pair<Kind, int64_t>>, List>;
  const std::lock_guard lock(table().mutex);
  auto found = lists->find(key);
  if (found == lists->end()) {
    table().take(items.size() * sizeof(Constant));
    found = lists->emplace(std::move(key), std::move(list)).first;
  }
  Constant out;
  out.kind_ = Kind::list;
  out.list_ = &found->second;
  return out;
}

Text Constant::text() const {
  Text out;
  out.text_ = text_;
  return out;
}

std::span<const Constant> Constant::items() const { return list_->items; }

void append(std::string& out, Text text) {
  out += '\'';
  for (const char c : text.view()) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  out += '\'';
}

void append(std::string& out, const Constant& value) {
  switch (value.kind()) {
    case Constant::Kind::none:
      return append(out, "None");
    case Constant::Kind::boolean:
      return append(out, value.boolean());
    case Constant::Kind::integer:
      return append(out, value.integer());
    case Constant::Kind::real:
      return append(out, value.real());
    case Constant::Kind::text:
      return append(out, value.text());
    case Constant::Kind::list:
      break;
  }
  out += '[';
  for (size_t i = 0; i < value.items().size(); ++i) {
    if (i > 0) out += ", ";
    append(out, value.items()[i]);
  }
  out += ']';
}

}  // namespace pelton
