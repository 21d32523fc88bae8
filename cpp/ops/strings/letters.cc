// Owns the ops that give a string or a number for each string.
#include "kernels/common/attrs/string_attrs.h"
#include "kernels/declared/strings.h"
#include "ops/infer.h"
#include "ops/op_list.h"

namespace pelton {
namespace {

template <DType dtype>
void infer_as(InferContext& c) {
  c.add_output(dtype, c.shape(0));
}

void check_buckets(int64_t count) {
  check(count > 0, "Attr 'num_buckets' must be at least minimum 1, got ", count);
}

void infer_hash(InferContext& c) {
  check_buckets(c.attrs<HashBucketAttrs>().num_buckets);
  c.add_output(DType::int64, c.shape(0));
}

void infer_keyed_hash(InferContext& c) {
  const auto& attrs = c.attrs<KeyedHashAttrs>();
  check_buckets(attrs.num_buckets);
  check(attrs.key.size() == 2, "Key must have 2 elements, got ", numbers(attrs.key));
  c.add_output(DType::int64, c.shape(0));
}

void infer_number(InferContext& c) {
  constexpr DTypeSet kTypes{DType::int32,  DType::int64,   DType::uint32,
                            DType::uint64, DType::float32, DType::float64};
  const DType dtype = c.attrs<NumberTypeAttrs>().out_type;
  check(kTypes.contains(dtype), "out_type ", dtype,
        " is not in the list of allowed values: ", kTypes);
  c.add_output(dtype, c.shape(0));
}

void infer_as_string(InferContext& c) {
  constexpr int64_t kMostPrecision = 150, kMostWidth = 10'000;
  const auto& attrs = c.attrs<NumberTextAttrs>();
  const bool has_digits = attrs.precision >= 0 || attrs.scientific || attrs.shortest;
  check(!has_digits || is_floating(c.dtype(0)),
        "scientific and shortest format not supported for datatype ", c.dtype(0));
  check(!(attrs.scientific && attrs.shortest),
        "Cannot select both scientific and shortest notation");
  check(attrs.precision <= kMostPrecision && attrs.width <= kMostWidth,
        "precision and width must be at most ", kMostPrecision, " and ", kMostWidth, ", got ",
        attrs.precision, " and ", attrs.width);
  const std::string_view fill = attrs.fill.view();
  check(fill.empty() || fill == " " || fill == "0" || fill == "-" || fill == "+",
        "Fill argument not supported: \"", fill, "\"");
  c.add_output(DType::string, c.shape(0));
}

void infer_substr(InferContext& c) {
  check(may_equal(c.shape(1), c.shape(2)),
        "pos and len should have the same shape, got: ", c.shape(1), " vs. ", c.shape(2));
  check(c.dtype(1) == c.dtype(2), "pos and len must be of one dtype, got ", c.dtype(1), " and ",
        c.dtype(2));
  c.add_output(DType::string, broadcast_shapes(c.shape(0), c.shape(1)));
}

void infer_find_keys(InferContext& c) {
  check(c.in(1).rank() == 1, "keys must be a vector, got shape ", c.shape(1));
  c.add_output(DType::int64, c.shape(0));
}

// An op that gives one element of strings for each.
constexpr OpDef text_op(const char* name, const char* tf_name, Kernel kernel, Infer infer,
                        const AttrSpec* attrs = nullptr, const char* input = "input") {
  return {.name = name,
          .tf_name = tf_name,
          .inputs = {input},
          .attrs = attrs,
          .dtypes = kString,
          .infer = infer,
          .grad = no_gradient,
          .kernels = {.cpu = kernel}};
}

constexpr OpDef stateful(OpDef def) {
  def.is_stateful = true;
  return def;
}

constexpr Infer kText = infer::same_as_first;
constexpr Infer kInt32 = infer_as<DType::int32>;
constexpr Infer kBool = infer_as<DType::boolean>;

constinit const OpDef lower_op = text_op("string_lower", "StringLower", &cpu::string_lower, kText);
constinit const OpDef upper_op = text_op("string_upper", "StringUpper", &cpu::string_upper, kText);
constinit const OpDef strip_op = text_op("string_strip", "StringStrip", &cpu::string_strip, kText);
constinit const OpDef length_op = text_op("string_length", "StringLength", &cpu::string_length,
                                          kInt32, &attrs_of<StringUnitAttrs>);
constinit const OpDef full_match_op = text_op(
    "regex_full_match", "RegexFullMatch", &cpu::regex_full_match, kBool, &attrs_of<PatternAttrs>);
constinit const OpDef replace_op = text_op("regex_replace", "RegexReplace", &cpu::regex_replace,
                                           kText, &attrs_of<RegexReplaceAttrs>);
constinit const OpDef to_number_op =
    text_op("string_to_number", "StringToNumber", &cpu::string_to_number, infer_number,
            &attrs_of<NumberTypeAttrs>);
constinit const OpDef hash_fast_op =
    text_op("string_to_hash_bucket_fast", "StringToHashBucketFast",
            &cpu::string_to_hash_bucket_fast, infer_hash, &attrs_of<HashBucketAttrs>);
constinit const OpDef hash_strong_op =
    text_op("string_to_hash_bucket_strong", "StringToHashBucketStrong",
            &cpu::string_to_hash_bucket_strong, infer_keyed_hash, &attrs_of<KeyedHashAttrs>);
constinit const OpDef encode_base64_op =
    text_op("encode_base64", "EncodeBase64", &cpu::encode_base64, kText, &attrs_of<PadBase64Attrs>);
constinit const OpDef decode_base64_op =
    text_op("decode_base64", "DecodeBase64", &cpu::decode_base64, kText);
constinit const OpDef read_file_op =
    stateful(text_op("read_file", "ReadFile", &cpu::read_file, kText, nullptr, "filename"));
constinit const OpDef as_string_op{.name = "as_string",
                                   .tf_name = "AsString",
                                   .inputs = {"input"},
                                   .attrs = &attrs_of<NumberTextAttrs>,
                                   .dtypes = kReal | kBoolean,
                                   .infer = infer_as_string,
                                   .grad = no_gradient,
                                   .kernels = {.cpu = &cpu::as_string}};
constinit const OpDef substr_op{.name = "substr",
                                .tf_name = "Substr",
                                .inputs = {"input", {"pos", kIndex}, {"len", kIndex}},
                                .attrs = &attrs_of<StringUnitAttrs>,
                                .dtypes = kString,
                                .infer = infer_substr,
                                .grad = no_gradient,
                                .kernels = {.cpu = &cpu::substr}};
constinit const OpDef find_keys_op{.name = "find_keys",
                                   .tf_name = "LookupTableFindV2",
                                   .inputs = {"values", "keys"},
                                   .dtypes = kString | kIndex,
                                   .infer = infer_find_keys,
                                   .grad = no_gradient,
                                   .kernels = {.cpu = &cpu::find_keys}};

constexpr const OpDef* kTextOps[] = {
    &lower_op,         &upper_op,     &strip_op,     &length_op,      &full_match_op,
    &replace_op,       &to_number_op, &hash_fast_op, &hash_strong_op, &encode_base64_op,
    &decode_base64_op, &read_file_op, &as_string_op, &substr_op,      &find_keys_op};
const OpFamily text_ops(kTextOps);

}  // namespace
}  // namespace pelton
