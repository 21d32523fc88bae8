// Owns what Value and Dict do: look-up, and printing as Python would.
#include "nn/config/value.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "autograd/open_shape.h"
#include "nn/config/config.h"

namespace pelton {

Value::Value() = default;
Value::Value(const Value& other) = default;
Value::Value(Value&& other) noexcept = default;
Value& Value::operator=(const Value& other) = default;
Value& Value::operator=(Value&& other) noexcept = default;
Value::~Value() = default;

Dict::Dict(std::initializer_list<Item> items) : items_(items) {}

const Value* Dict::find(std::string_view key) const {
  for (const Item& item : items_)
    if (item.first == key) return &item.second;
  return nullptr;
}

const Value& Dict::at(std::string_view key) const {
  const Value* value = find(key);
  check(value != nullptr, Code::lookup_error, "'", key, "'");
  return *value;
}

void Dict::set(std::string key, Value value) {
  for (Item& item : items_)
    if (item.first == key) {
      item.second = std::move(value);
      return;
    }
  items_.emplace_back(std::move(key), std::move(value));
}

Value Dict::take(std::string_view key) {
  for (size_t i = 0; i < items_.size(); ++i)
    if (items_[i].first == key) {
      Value value = std::move(items_[i].second);
      items_.erase(items_.begin() + static_cast<ptrdiff_t>(i));
      return value;
    }
  return {};
}

void Dict::merge(const Dict& other) {
  for (const Item& item : other) set(item.first, item.second);
}

bool Dict::empty() const { return items_.empty(); }
size_t Dict::size() const { return items_.size(); }
const Dict::Item* Dict::begin() const { return items_.data(); }
const Dict::Item* Dict::end() const { return items_.data() + items_.size(); }

namespace {

std::string quoted(const std::string& text) {
  const bool has_quote = text.find('\'') != std::string::npos;
  const char quote = has_quote && text.find('"') == std::string::npos ? '"' : '\'';
  std::string out(1, quote);
  for (char c : text) {
    if (c == '\\' || c == quote) out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + quote;
}

std::string list_text(const List& list) {
  std::string out(1, list.is_tuple ? '(' : '[');
  for (size_t i = 0; i < list.items.size(); ++i)
    out += (i > 0 ? ", " : "") + to_repr(list.items[i]);
  if (list.is_tuple && list.items.size() == 1) out += ',';
  return out + (list.is_tuple ? ')' : ']');
}

std::string dict_text(const Dict& dict) {
  std::string out = "{";
  for (const Dict::Item& item : dict)
    out += (out.size() > 1 ? ", " : "") + quoted(item.first) + ": " + to_repr(item.second);
  return out + "}";
}

int64_t parse_size(const Value& size, const Value& whole) {
  if (size.is_none()) return -1;
  const int64_t* number = size.get_if<int64_t>();
  check(number != nullptr, Code::value_error, "Cannot convert '", whole,
        "' to a shape. Found invalid dimension '", size, "'.");
  check(*number >= 0, Code::value_error, "Cannot convert '", whole,
        "' to a shape. Negative dimensions are not allowed.");
  return *number;
}

}  // namespace

std::string float_text(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[40];
  const double magnitude = std::abs(value);
  const bool scientific = magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16);
  const auto format = scientific ? std::chars_format::scientific : std::chars_format::fixed;
  std::string out(buffer, std::to_chars(buffer, buffer + sizeof buffer, value, format).ptr);
  return out.find_first_of(".e") == std::string::npos ? out + ".0" : out;
}

std::string to_repr(const Value& value) {
  if (const auto* text = value.get_if<std::string>()) return quoted(*text);
  return to_text(value);
}

std::string to_text(const Value& value) {
  if (const bool* flag = value.get_if<bool>()) return *flag ? "True" : "False";
  if (const int64_t* number = value.get_if<int64_t>()) return std::to_string(*number);
  if (const double* number = value.get_if<double>()) return float_text(*number);
  if (const auto* text = value.get_if<std::string>()) return *text;
  if (const List* list = value.get_if<List>()) return list_text(*list);
  if (const Dict* dict = value.get_if<Dict>()) return dict_text(*dict);
  if (const Value::Object* object = value.get_if<Value::Object>()) return (*object)->repr();
  return "None";
}

std::string type_text(const Value& value) {
  const char* name = "NoneType";
  if (value.get_if<bool>() != nullptr) name = "bool";
  if (value.get_if<int64_t>() != nullptr) name = "int";
  if (value.get_if<double>() != nullptr) name = "float";
  if (value.get_if<std::string>() != nullptr) name = "str";
  if (value.get_if<Dict>() != nullptr) name = "dict";
  if (const List* list = value.get_if<List>()) name = list->is_tuple ? "tuple" : "list";
  if (const auto* object = value.get_if<Value::Object>())
    return cat("<class '", (*object)->module(), ".", (*object)->class_name(), "'>");
  return cat("<class '", name, "'>");
}

Value shape_value(const Shape& shape) {
  List list{.is_tuple = true};
  for (int64_t size : shape) {
    if (size < 0)
      list.items.emplace_back();
    else
      list.items.emplace_back(size);
  }
  return list;
}

Shape parse_shape(const Value& value) {
  const List* list = value.get_if<List>();
  check(list != nullptr, Code::value_error, "Cannot convert '", value, "' to a shape.");
  check(list->items.size() <= kMaxRank, Code::value_error, "Cannot convert '", value,
        "' to a shape: at most ", kMaxRank, " dimensions are supported.");
  Shape shape;
  for (const Value& size : list->items) shape.push_back(parse_size(size, value));
  return shape;
}

std::string shape_text(const Shape& shape) { return cat(OpenShape{shape}); }

}  // namespace pelton
