// Owns how basic field types are read, and the messages for values that cannot be.
#include "nn/config/config.h"

#include <algorithm>

#include "nn/config/foreign.h"
#include "nn/module/naming.h"
#include "nn/training/host_variable.h"

namespace pelton {

std::string Configured::repr() const { return cat("<", class_name(), ">"); }

Value Configured::serialized() const {
  const std::string registered = registered_name();
  return Dict{{"module", module()},
              {"class_name", class_name()},
              {"config", get_config()},
              {"registered_name", registered.empty() ? Value() : Value(registered)}};
}

void raise_bad_field(const FieldSite& site, std::string_view expected, const Value& value) {
  raise(Code::value_error, "Received an invalid value for `", site.name, "`, expected ", expected,
        ". Received: ", site.name, "=", value, " [", site.owner, "]");
}

static bool is_number(const Tensor& tensor) {
  return tensor.defined() && tensor.has_data() && tensor.rank() == 0 && is_floating(tensor.dtype());
}

bool FieldType<bool>::parse(const Value& value, const FieldSite& site) {
  if (const bool* flag = value.get_if<bool>()) return *flag;
  if (const int64_t* number = value.get_if<int64_t>(); number && (*number == 0 || *number == 1))
    return *number == 1;
  if (value.is_none()) return false;
  raise_bad_field(site, "a boolean", value);
}

int64_t FieldType<int64_t>::parse(const Value& value, const FieldSite& site) {
  if (const int64_t* number = value.get_if<int64_t>()) return *number;
  raise_bad_field(site, "an integer", value);
}

double FieldType<double>::parse(const Value& value, const FieldSite& site) {
  if (const double* number = value.get_if<double>()) return *number;
  if (const int64_t* number = value.get_if<int64_t>()) return static_cast<double>(*number);
  if (const Foreign* foreign = foreign_of(value))
    if (const Tensor tensor = foreign->as_tensor(); is_number(tensor)) return item(tensor);
  raise_bad_field(site, "a float", value);
}

std::string FieldType<std::string>::parse(const Value& value, const FieldSite& site) {
  if (const auto* text = value.get_if<std::string>()) return *text;
  raise_bad_field(site, "a string", value);
}

DType FieldType<DType>::parse(const Value& value, const FieldSite& site) {
  const auto* text = value.get_if<std::string>();
  if (text == nullptr) raise_bad_field(site, "a dtype", value);
  try {
    if (text->starts_with("mixed_"))
      return parse_dtype(text->substr(6));  // a policy computes in it
    return parse_dtype(*text);
  } catch (const Error&) {
    raise(Code::value_error, "Invalid dtype: ", *text, " [", site.owner, "]");
  }
}

Axes FieldType<Axes>::parse(const Value& value, const FieldSite& site) {
  if (const int64_t* number = value.get_if<int64_t>()) return {*number};
  const List* list = value.get_if<List>();
  if (list == nullptr || list->items.size() > kMaxRank)
    raise_bad_field(site, "an integer or a sequence of integers", value);
  Axes axes;
  for (const Value& item : list->items) {
    const int64_t* number = item.get_if<int64_t>();
    if (number == nullptr) raise_bad_field(site, "an integer or a sequence of integers", value);
    axes.push_back(*number);
  }
  return axes;
}

Value FieldType<Axes>::write(const Axes& value) {
  List list{.is_tuple = true};
  for (int64_t axis : value) list.items.push_back(axis);
  return list;
}

std::optional<size_t> find_choice(const Value& value, const char* const* choices, size_t count) {
  const auto* text = value.get_if<std::string>();
  if (text == nullptr) return std::nullopt;
  const char* const* found = std::find(choices, choices + count, lower_case(*text));
  if (found == choices + count) return std::nullopt;
  return static_cast<size_t>(found - choices);
}

size_t parse_choice(const Value& value, const FieldSite& site, const char* const* choices,
                    size_t count) {
  if (const auto found = find_choice(value, choices, count)) return *found;
  const auto* text = value.get_if<std::string>();
  std::vector<std::string> sorted(choices, choices + count);
  std::sort(sorted.begin(), sorted.end());
  std::string list;
  for (const std::string& choice : sorted) list += (list.empty() ? "'" : ", '") + choice + "'";
  const std::string received = text != nullptr ? lower_case(*text) : to_text(value);
  raise(Code::value_error, "The `", site.name, "` argument must be one of {", list,
        "}. Received: ", site.name, "=", received, " [", site.owner, "]");
}

void check_required(std::string_view owner, const std::vector<std::string>& missing) {
  if (missing.empty()) return;
  std::string names;
  for (size_t i = 0; i < missing.size(); ++i) {
    if (i > 0) names += i + 1 < missing.size() ? ", " : missing.size() > 2 ? ", and " : " and ";
    names += "'" + missing[i] + "'";
  }
  raise(Code::type_error, owner, ".__init__() missing ", missing.size(),
        " required positional argument", missing.size() > 1 ? "s" : "", ": ", names);
}

void check_all_used(std::string_view owner, const Dict& left) {
  check(left.empty(), Code::value_error, "Unrecognized keyword arguments passed to ", owner, ": ",
        Value(left));
}

}  // namespace pelton
