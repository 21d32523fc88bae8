// Tests that bytes of unknown origin are refused or read, and do nothing else: cut, altered, and
// forged with a checksum that fits.
#include "kernels/common/attrs/attrs.h"
#include "ops/array/array.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/random/random.h"
#include "tests_cpp/error_text.h"
#include "tests_cpp/interchange/stored_programs.h"

using namespace pelton;
using namespace pelton::test;

namespace {

// A program with variables, constants, attributes, a draw and several outputs.
std::string sample() {
  const auto w = make_ref<Variable>(floats({2, 3, 5, 7}, {2, 2}), "w");
  const Tensor x = floats({1, 2, 3, 4, 5, 6}, {3, 2});
  const Program program = recorded(x, [&](const Tensor& in) {
    const Tensor y = dropout(matmul(in, w->read()), 0.5, std::optional<int64_t>(3));
    w->assign(multiply(w->read(), floats({1, 9})));
    return std::vector<Tensor>{softmax(reshape(y, {.shape = {2, 3}}), {.axis = 1}), reduce_max(y)};
  });
  return bytes_of(program, x);
}

bool says(const Sections& sections, const std::string& text) {
  return error_says([&] { read_program(file_of(sections)); }, text);
}

}  // namespace

TEST_CASE("a file that is cut anywhere is refused, also with a length and checksum that fit") {
  const std::string bytes = sample();
  REQUIRE_FALSE(is_refused(bytes));
  for (size_t length = 0; length < bytes.size(); ++length) {
    INFO(length);
    REQUIRE(is_refused(bytes.substr(0, length)));
    if (length >= format::kMagic.size() + 20) REQUIRE(is_refused(sealed(bytes.substr(0, length))));
  }
  REQUIRE(is_refused(bytes + "x"));
}

TEST_CASE("every bit that is flipped is noticed") {
  const std::string bytes = sample();
  for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    INFO(bit);
    REQUIRE(is_refused(flipped));
  }
}

TEST_CASE("whatever bit is flipped under a checksum that fits, reading ends as it should") {
  const std::string bytes = sample();
  size_t refused = 0;
  for (size_t bit = 8 * (format::kMagic.size() + 16); bit < 8 * (bytes.size() - 4); ++bit) {
    std::string flipped = bytes;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    INFO(bit);
    refused += is_refused(sealed(std::move(flipped))) ? 1 : 0;
  }
  REQUIRE(refused > 4 * bytes.size());  // the others alter values, seeds and names
}

TEST_CASE("every byte may be any byte under a checksum that fits") {
  const std::string bytes = sample();
  uint64_t state = 7;
  for (int i = 0; i < 4000; ++i) {
    std::string altered = bytes;
    for (int k = 0; k < 1 + i % 3; ++k) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      altered[(state >> 33) % (bytes.size() - 4)] = static_cast<char>(state >> 20);
    }
    INFO(i);
    (void)is_refused(altered);
    (void)is_refused(sealed(std::move(altered)));
  }
}

TEST_CASE("a file that is not one, or of a newer version, is refused by what it says") {
  std::string bytes = file_of(sections_of({{}}));
  REQUIRE_FALSE(is_refused(bytes));
  REQUIRE(error_says([] { read_program("GIF89a, and more than a header's worth of bytes"); },
                     "do not begin as a program file does"));
  bytes[format::kMagic.size()] = 4;
  REQUIRE(error_says([&] { read_program(bytes); }, "version 4; this build reads versions 1 to 3"));
  Sections flagged = sections_of({{}});
  flagged.flags = 8;
  REQUIRE(says(flagged, "unknown flags 8"));
}

TEST_CASE("forged calls are refused") {
  const auto forged = [](const Call& call, const std::string& text) {
    return says(sections_of({call}), text);
  };
  REQUIRE(forged({.op = "no_such_op"}, "step 0: this build has no op 'no_such_op'"));
  REQUIRE(forged({.op = "\xff\xfe"}, "an op's name is not UTF-8"));
  REQUIRE(forged({.kind = 3}, "256 values in a list do not fit"));  // taken for work on the host
  REQUIRE(forged({.kind = 200}, "the kind of a step is 200"));
  REQUIRE(forged({.flags = 64}, "a step's flags is 64"));
  REQUIRE(forged({.flags = format::kDraws}, "takes no random numbers"));
  REQUIRE(forged({.inputs = {1}}, "value 1 is read, but there are 1 so far"));
  REQUIRE(forged({.inputs = {0xFFFFFFFF}}, "value 4294967295 is read"));
  REQUIRE(forged({.inputs = {}}, "negative takes 1 inputs, got 0"));
  REQUIRE(forged({.inputs = {0, 0}}, "negative takes 1 inputs, got 2"));
  REQUIRE(forged({.outputs = 2}, "gives 1 outputs, not 2"));
  REQUIRE(forged({.outputs = 5}, "the number of outputs is 5"));
  REQUIRE(forged({.written = {0}}, "variable 0 of 0"));
  REQUIRE(forged({.op = "logical_not"}, "argument 'x' has dtype float32"));
  REQUIRE(forged({.op = "matmul", .inputs = {0, 0}}, "matmul: "));
  REQUIRE(forged({.op = "sgd_step", .inputs = {0, 0}}, "writes in place, but no variables"));
  REQUIRE(forged({.op = "sgd_step", .inputs = {0, 0, 0, 0}}, "would write 0 variables"));
  REQUIRE(forged({.op = "strided_slice_assign", .inputs = {0, 0}}, "but no variables"));
}

TEST_CASE("updates come last, and no output comes from them") {
  const Call update{.flags = format::kIsUpdate}, call{};
  REQUIRE(says(sections_of({update, call}), "step 1: it is no update, but follows one"));
  REQUIRE(says(sections_of({update}), "output v1 is made by an update"));
  REQUIRE_FALSE(is_refused(file_of(sections_of({call, update}))));
}

namespace {

// The sample with what `write` writes in place of a section.
template <class Write>
Sections with(ByteWriter Sections::*section, Write&& write) {
  Sections out = sections_of({{}});
  out.*section = ByteWriter();
  write(out.*section);
  return out;
}

// A table of `count` tensors, of which the first has these parts.
auto tensor_row(uint32_t count, uint8_t dtype, const Shape& shape, size_t bytes) {
  return [=](ByteWriter& out) {
    out.number(count);
    out.number(dtype);
    out.sizes(shape);
    out.raw(std::string(bytes, '\2'));
  };
}

auto only(std::initializer_list<uint32_t> all) {
  return [all = std::vector<uint32_t>(all)](ByteWriter& out) {
    for (uint32_t number : all) out.number(number);
  };
}

}  // namespace

TEST_CASE("forged constants are refused") {
  const auto constant = [](auto... parts) {
    return with(&Sections::constants, tensor_row(parts...));
  };
  const int64_t huge = int64_t{1} << 40;
  REQUIRE(says(constant(1, 16, Shape{1}, 4), "number 16, which is no dtype"));
  REQUIRE(says(constant(1, 15, Shape{1}, 4), "a constant would need 33686018 bytes, and 0 are"));
  REQUIRE(says(constant(1, 15, Shape{huge}, 4), "more strings than the 4 bytes that are left"));
  REQUIRE(says(constant(1, 0, Shape{1}, 1), "neither true nor false"));
  REQUIRE(says(constant(1, 11, Shape{-1}, 4), "has a size of -1"));
  REQUIRE(says(constant(1, 11, Shape{-kHuge}, 4), "has a size of -9223372036854775807"));
  REQUIRE(says(constant(1, 11, Shape{huge}, 4), "would need 4398046511104 bytes, and 4 are left"));
  REQUIRE(says(constant(1, 11, Shape{huge, huge}, 4), "whose bytes exceed 64 bits"));
  REQUIRE(says(constant(1, 11, Shape{2}, 9), "1 bytes follow the last of constants"));
  REQUIRE(says(constant(10, 11, Shape{2}, 8), "10 constants do not fit into the 18 bytes"));
  REQUIRE(says(constant(0xFFFFFFFF, 11, Shape{2}, 8), "4294967295 constants, where a file may"));
}

TEST_CASE("forged tables are refused") {
  REQUIRE(says(with(&Sections::inputs, tensor_row(1, 11, {-2}, 0)), "has a size of -2"));
  REQUIRE(says(with(&Sections::inputs, only({1, 0xFFFF0B})), "has 255 numbers"));
  REQUIRE(says(with(&Sections::steps, only({0xFFFFFFFF})),
               "4294967295 steps, where a file may hold 131072"));
  REQUIRE(says(with(&Sections::outputs, only({1, 2})), "value 2 is read, but there are 2 so far"));
  REQUIRE(says(with(&Sections::variables, only({1, 1000, 0})),
               "a variable's path would need 1000 bytes"));
  const auto variables = [](uint8_t flags, const Shape& shape, uint8_t bytes) {
    return with(&Sections::variables, [=](ByteWriter& out) {
      out.number(uint32_t{1});
      out.text("w");
      out.number(DType::float32);
      out.number(flags);
      out.sizes(shape);
      out.raw(std::string(bytes, '\0'));
    });
  };
  REQUIRE(says(variables(0, {2}, 8), "no step uses variable 0"));
  REQUIRE(says(variables(0, {2}, 7), "would need 8 bytes, and 7 are left"));
  REQUIRE(says(variables(8, {2}, 8), "a variable's flags is 8"));
  REQUIRE(says(variables(6, {2}, 8), "has an open shape of any rank"));
  REQUIRE(says(variables(4, {2}, 1), "'w' of shape (2,) takes only ()"));
}

TEST_CASE("forged draws and named sizes are refused") {
  const auto forged = [](const Call& call, const std::string& text) {
    return says(sections_of({call}), text);
  };
  const auto drawn = [](int flags, const std::vector<uint32_t>& draw) {
    return Call{
        .op = "random_uniform", .flags = static_cast<uint8_t>(flags), .inputs = {}, .draw = draw};
  };
  REQUIRE_FALSE(is_refused(file_of(sections_of({drawn(format::kDraws, {})}))));
  REQUIRE(forged(drawn(format::kUsesDraw, {0}), "draw 0 is used, but there are 0 so far"));
  REQUIRE(forged(drawn(format::kHasSeed, {0, 0}), "step flags 4"));
  REQUIRE(forged(drawn(format::kDraws | format::kUsesDraw, {0}), "step flags 10"));
  const auto reshaped = [&](const SizeName& name, const std::string& text) {
    const ReshapeAttrs attrs{.shape = {name.size()}};
    return forged({.op = "reshape", .attrs = &attrs}, text);
  };
  REQUIRE(reshaped({1, false, 0}, "a size of value 1 is named, but there are 1 so far"));
  REQUIRE(reshaped({0, false, 7}, "size 7 of float32 (2,) is asked for"));
  REQUIRE(reshaped({0, true, 0}, "must be int32 or int64"));
  REQUIRE(reshaped({uint64_t{1} << 55, true, 0}, "a size of value 36028797018963968 is named"));
}

namespace {

struct AnyConstant {
  Text text;
  Constant value;
};

}  // namespace

namespace pelton {
template <>
inline constexpr auto fields<AnyConstant> =
    std::tuple{field("text", &AnyConstant::text), field("value", &AnyConstant::value)};
}  // namespace pelton

namespace {

// Attributes whose text has so many letters and whose constant `write` writes.
template <class F>
auto constants(size_t letters, F write) {
  return [=] {
    ByteWriter out;
    out.number(uint8_t{2});
    out.text("text");
    out.number(AttrKind::text);
    out.text(std::string(letters, 'i'));
    out.text("value");
    out.number(AttrKind::constant);
    write(out);
    ByteReader reader(out.bytes());
    (void)read_attrs(reader, &attrs_of<AnyConstant>);
    reader.check_end("attributes");
  };
}

// Lists in lists, this deep, the innermost of `count` values that are None.
auto lists(size_t depth, uint32_t count) {
  return [=](ByteWriter& out) {
    for (size_t i = 0; i < depth; ++i) {
      out.number(Constant::Kind::list);
      out.number(i + 1 == depth ? count : uint32_t{1});
    }
    for (uint32_t i = 0; i < count; ++i) out.number(Constant::Kind::none);
  };
}

}  // namespace

TEST_CASE("forged texts and lists are refused") {
  const auto value = [](auto number) { return [=](ByteWriter& out) { out.number(number); }; };
  REQUIRE_NOTHROW(constants(kMostTextBytes, value(Constant::Kind::none))());
  REQUIRE(error_says(constants(kMostTextBytes + 1, value(Constant::Kind::none)),
                     "a text has 65537 bytes, more than 65536"));
  REQUIRE(
      error_says(constants(1, value(uint8_t{6})), "attribute 'value' holds a value of no kind"));
  REQUIRE(error_says(constants(1, value(Constant::Kind::integer)), "value"));
  REQUIRE_NOTHROW(constants(1, lists(kMostNesting, 1))());
  REQUIRE(error_says(constants(1, lists(kMostNesting + 1, 1)), "are nested more than 16 deep"));
  REQUIRE(error_says(constants(1, lists(100000, 1)), "are nested more than 16 deep"));
  REQUIRE_NOTHROW(constants(1, lists(1, kMostItems))());
  REQUIRE(error_says(constants(1, lists(1, kMostItems + 1)), "value"));
  REQUIRE(error_says(constants(1,
                               [](ByteWriter& out) {
                                 out.number(Constant::Kind::list);
                                 out.number(uint32_t{60000});
                               }),
                     "value"));
  REQUIRE(error_says(constants(1,
                               [](ByteWriter& out) {
                                 out.number(Constant::Kind::boolean);
                                 out.number(uint8_t{2});
                               }),
                     "value"));
}

TEST_CASE("forged attributes are refused") {
  const auto attrs = [](uint8_t count, auto&& write) {
    return [=] {
      ByteWriter out;
      out.number(count);
      write(out);
      ByteReader reader(out.bytes());
      (void)read_attrs(reader, &attrs_of<AxisAttrs>);
    };
  };
  const auto field = [](const char* name, AttrKind kind) {
    return [=](ByteWriter& out) {
      out.text(name);
      out.number(kind);
      out.number(int64_t{1});
    };
  };
  REQUIRE_NOTHROW(attrs(1, field("axis", AttrKind::integer))());
  REQUIRE(error_says(attrs(1, field("bias", AttrKind::integer)), "'bias' where 'axis'"));
  REQUIRE(error_says(attrs(1, field("axis", AttrKind::real)), "is of kind 3, not 1"));
  REQUIRE(error_says(attrs(0, [](ByteWriter&) {}), "attribute 'axis' is missing"));
  REQUIRE(error_says(attrs(2,
                           [&](ByteWriter& out) {
                             field("axis", AttrKind::integer)(out);
                             field("more", AttrKind::integer)(out);
                           }),
                     "there is no attribute 'more'"));
}
