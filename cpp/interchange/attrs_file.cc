#include "interchange/attrs_file.h"

#include <algorithm>
#include <vector>

namespace pelton {
namespace {

template <class T>
const T& value_at(const void* at) {
  return *static_cast<const T*>(at);
}

void write_item(ByteWriter& writer, const Axes& value) { writer.sizes(value); }
void write_item(ByteWriter& writer, Text value) { writer.text(value.view()); }
template <class T>
void write_item(ByteWriter& writer, T value) {
  writer.number(value);
}

template <class T>
void write_optional(ByteWriter& writer, const void* at) {
  const auto& value = value_at<std::optional<T>>(at);
  writer.number(static_cast<uint8_t>(value.has_value()));
  if (value) write_item(writer, *value);
}

void write_constant(ByteWriter& writer, const Constant& value) {
  writer.number(value.kind());
  switch (value.kind()) {
    case Constant::Kind::none:
      return;
    case Constant::Kind::boolean:
      return writer.number(static_cast<uint8_t>(value.boolean()));
    case Constant::Kind::integer:
      return writer.number(value.integer());
    case Constant::Kind::real:
      return writer.number(value.real());
    case Constant::Kind::text:
      return writer.text(value.text().view());
    case Constant::Kind::list:
      writer.count(value.items().size(), kMostItems, "items of a list");
      for (const Constant& item : value.items()) write_constant(writer, item);
      return;
  }
}

void write_value(ByteWriter& writer, const AttrField& field, const void* at) {
  switch (field.kind) {
    case AttrKind::boolean:
      return writer.number(static_cast<uint8_t>(value_at<bool>(at)));
    case AttrKind::integer:
      return writer.number(value_at<int64_t>(at));
    case AttrKind::optional_integer:
      return write_optional<int64_t>(writer, at);
    case AttrKind::real:
      return writer.number(value_at<double>(at));
    case AttrKind::optional_real:
      return write_optional<double>(writer, at);
    case AttrKind::dtype:
      return writer.number(value_at<DType>(at));
    case AttrKind::optional_dtype:
      return write_optional<DType>(writer, at);
    case AttrKind::ints:
      return writer.sizes(value_at<Axes>(at));
    case AttrKind::optional_ints:
      return write_optional<Axes>(writer, at);
    case AttrKind::choice:
      return writer.text(field.choices[value_at<uint8_t>(at)]);
    case AttrKind::text:
      return writer.text(value_at<Text>(at).view());
    case AttrKind::optional_text:
      return write_optional<Text>(writer, at);
    case AttrKind::constant:
      return write_constant(writer, value_at<Constant>(at));
  }
}

template <class T>
T read_item(ByteReader& reader, const char* what) {
  if constexpr (std::is_same_v<T, DType>)
    return reader.dtype(what);
  else if constexpr (std::is_same_v<T, Axes>)
    return reader.integers(what);
  else if constexpr (std::is_same_v<T, Text>)
    return Text(reader.text(what));
  else
    return reader.number<T>(what);
}

template <class T>
void read_into(ByteReader& reader, const AttrField& field, void* at) {
  *static_cast<T*>(at) = read_item<T>(reader, field.name);
}

template <class T>
void read_optional(ByteReader& reader, const AttrField& field, void* at) {
  auto& out = *static_cast<std::optional<T>*>(at);
  out.reset();
  if (reader.flag(field.name)) out = read_item<T>(reader, field.name);
}

void read_choice(ByteReader& reader, const AttrField& field, void* at) {
  const size_t byte = reader.at();
  const std::string_view name = reader.text(field.name);
  const auto found = std::find(field.choices.begin(), field.choices.end(), name);
  check(found != field.choices.end(), "byte ", byte, ": attribute '", field.name, "' is '",
        std::string(name), "', which is no choice");
  *static_cast<uint8_t*>(at) = static_cast<uint8_t>(found - field.choices.begin());
}

Constant read_constant(ByteReader& reader, const char* what, size_t nesting = 0) {
  const size_t byte = reader.at();
  switch (static_cast<Constant::Kind>(reader.number<uint8_t>(what))) {
    case Constant::Kind::none:
      return {};
    case Constant::Kind::boolean:
      return Constant::of(reader.flag(what));
    case Constant::Kind::integer:
      return Constant::of(reader.number<int64_t>(what));
    case Constant::Kind::real:
      return Constant::of(reader.number<double>(what));
    case Constant::Kind::text:
      return Constant::of(Text(reader.text(what)));
    case Constant::Kind::list: {
      check(nesting < kMostNesting, "byte ", byte, ": lists of attribute '", what,
            "' are nested more than ", kMostNesting, " deep");
      std::vector<Constant> items(reader.count(kMostItems, 1, what));
      for (Constant& item : items) item = read_constant(reader, what, nesting + 1);
      return Constant::list(items);
    }
  }
  raise(Code::invalid_argument, "byte ", byte, ": attribute '", what, "' holds a value of no kind");
}

void read_value(ByteReader& reader, const AttrField& field, void* at) {
  switch (field.kind) {
    case AttrKind::boolean:
      *static_cast<bool*>(at) = reader.flag(field.name);
      return;
    case AttrKind::integer:
      return read_into<int64_t>(reader, field, at);
    case AttrKind::optional_integer:
      return read_optional<int64_t>(reader, field, at);
    case AttrKind::real:
      return read_into<double>(reader, field, at);
    case AttrKind::optional_real:
      return read_optional<double>(reader, field, at);
    case AttrKind::dtype:
      return read_into<DType>(reader, field, at);
    case AttrKind::optional_dtype:
      return read_optional<DType>(reader, field, at);
    case AttrKind::ints:
      return read_into<Axes>(reader, field, at);
    case AttrKind::optional_ints:
      return read_optional<Axes>(reader, field, at);
    case AttrKind::choice:
      return read_choice(reader, field, at);
    case AttrKind::text:
      return read_into<Text>(reader, field, at);
    case AttrKind::optional_text:
      return read_optional<Text>(reader, field, at);
    case AttrKind::constant:
      *static_cast<Constant*>(at) = read_constant(reader, field.name);
      return;
  }
}

std::span<const AttrField> fields_of(const AttrSpec* spec) {
  return spec == nullptr ? std::span<const AttrField>() : spec->fields;
}

}  // namespace

void write_attrs(ByteWriter& writer, const AttrSpec* spec, const void* attrs) {
  writer.number(static_cast<uint8_t>(fields_of(spec).size()));
  for (const AttrField& field : fields_of(spec)) {
    writer.text(field.name);
    writer.number(field.kind);
    write_value(writer, field, field.at(const_cast<void*>(attrs)));
  }
}

AttrBox read_attrs(ByteReader& reader, const AttrSpec* spec) {
  const std::span<const AttrField> fields = fields_of(spec);
  const auto count = reader.number<uint8_t>("the number of attributes");
  AttrBox out = spec == nullptr ? AttrBox() : AttrBox(spec, spec->defaults());
  for (size_t i = 0; i < count; ++i) {
    const size_t byte = reader.at();
    const std::string_view name = reader.text("an attribute's name");
    check(i < fields.size(), "byte ", byte, ": there is no attribute '", std::string(name), "'");
    const AttrField& field = fields[i];
    check(name == field.name, "byte ", byte, ": attribute '", std::string(name), "' where '",
          field.name, "' was expected");
    const auto kind = reader.number<uint8_t>("an attribute's kind");
    check(kind == static_cast<uint8_t>(field.kind), "byte ", byte, ": attribute '", field.name,
          "' is of kind ", int{kind}, ", not ", static_cast<int>(field.kind));
    read_value(reader, field, field.at(out.get()));
  }
  if (count < fields.size())
    raise(Code::invalid_argument, "byte ", reader.at(), ": attribute '", fields[count].name,
          "' is missing");
  return out;
}

}  // namespace pelton
