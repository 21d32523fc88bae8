// Owns how the tests of program files record programs, run them and make files by hand.
#pragma once
#include <string>

#include "interchange/attrs_file.h"
#include "interchange/byte_writer.h"
#include "interchange/crc32.h"
#include "interchange/program_file.h"
#include "interchange/program_format.h"
#include "ops/op_list.h"
#include "program/passes.h"
#include "program/trace/tracer.h"
#include "tests_cpp/tensor_values.h"

namespace pelton::test {

namespace format = program_format;

// What `compute` does with x, after all passes.
template <class Compute>
Program recorded(const Tensor& x, Compute&& compute) {
  Tracer tracer({&x, 1}, {});
  const std::vector<Tensor> outputs = compute(x);
  auto program = tracer.finish(outputs);
  REQUIRE(program);
  apply_passes(*program);
  return std::move(*program);
}

inline std::string bytes_of(const Program& program, const Tensor& x, bool has_values = true) {
  return write_program(program, {.inputs = {{x.dtype(), x.shape()}}, .has_values = has_values});
}

// `bytes` with the length and the checksum that go with the rest.
inline std::string sealed(std::string bytes) {
  const uint64_t length = bytes.size();
  std::memcpy(bytes.data() + format::kMagic.size() + 8, &length, sizeof length);
  bytes.resize(bytes.size() - 4);
  const uint32_t sum = crc32(bytes);
  return bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
}

// The contents of the sections; as made, x of float32 (2,) goes through `negative`.
struct Sections {
  ByteWriter inputs, variables, constants, steps, outputs;
  uint32_t flags = format::kHasValues;
};

inline std::string file_of(const Sections& sections) {
  ByteWriter out;
  out.raw(format::kMagic);
  out.number(format::kVersion);
  out.number(sections.flags);
  out.number(uint64_t{0});
  out.section(format::kInputs, [&] { out.raw(sections.inputs.bytes()); });
  out.section(format::kVariables, [&] { out.raw(sections.variables.bytes()); });
  out.section(format::kConstants, [&] { out.raw(sections.constants.bytes()); });
  out.section(format::kSteps, [&] { out.raw(sections.steps.bytes()); });
  out.section(format::kOutputs, [&] { out.raw(sections.outputs.bytes()); });
  out.number(uint32_t{0});
  return sealed(out.take());
}

inline void numbers(ByteWriter& out, std::initializer_list<uint32_t> all) {
  for (uint32_t number : all) out.number(number);
}

// A call; `attrs` are its op's defaults where there are no others.
struct Call {
  std::string op = "negative";
  uint8_t kind = 0, flags = 0;
  std::vector<uint32_t> written = {}, inputs = {0};
  uint8_t outputs = 1;
  const void* attrs = nullptr;
  std::vector<uint32_t> draw = {};  // what follows the attributes
};

inline void write_call(ByteWriter& out, const Call& call) {
  out.number(call.kind);
  out.number(call.flags);
  out.text(call.op);
  const OpDef* const op = find_op(call.op);
  const AttrSpec* const spec = op == nullptr ? nullptr : op->attrs;
  const bool has_own = spec == nullptr || call.attrs != nullptr;
  write_attrs(out, spec, has_own ? call.attrs : spec->defaults());
  for (uint32_t number : call.draw) out.number(number);
  for (const auto* list : {&call.written, &call.inputs}) {
    out.number(static_cast<uint32_t>(list->size()));
    for (uint32_t number : *list) out.number(number);
  }
  out.number(call.outputs);
}

// The sections with these steps in place of `negative`.
inline Sections sections_of(const std::vector<Call>& calls) {
  Sections out;
  out.inputs.number(uint32_t{1});
  out.inputs.number(DType::float32);
  out.inputs.sizes({2});
  out.variables.number(uint32_t{0});
  out.constants.number(uint32_t{0});
  out.steps.number(static_cast<uint32_t>(calls.size()));
  for (const Call& call : calls) write_call(out.steps, call);
  numbers(out.outputs, {1, 1});
  return out;
}

// True when the bytes are refused with invalid_argument; false when they are read.
inline bool is_refused(const std::string& bytes) {
  try {
    const ReadProgram read = read_program(bytes);
    REQUIRE(write_program(read.program, read.options) == bytes);
    return false;
  } catch (const Error& error) {
    INFO(error.message());
    REQUIRE(error.code() == Code::invalid_argument);
    REQUIRE(error.message().starts_with("program file: "));
    return true;
  }
}

}  // namespace pelton::test
