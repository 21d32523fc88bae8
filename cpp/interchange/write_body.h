// Owns BodyWriter: how one program is written, and those within its branches and loops. Values are
// numbered in the order in which they come about, so that a file says where a value is read and
// never where it is made.
#pragma once
#include <unordered_map>

#include "interchange/byte_writer.h"
#include "program/control/control_flow.h"
#include "program/program.h"

namespace pelton {

// The number of each variable in the file.
using VariableNumbers = std::unordered_map<const Variable*, uint32_t>;

class BodyWriter {
 public:
  // The program's inputs have the first numbers.
  BodyWriter(ByteWriter& writer, const Program& program, const VariableNumbers& variables);
  void write_constants();
  void write_steps();
  void write_outputs() { write_ids(program_.outputs); }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  void define(ValueId id);
  uint32_t number_of(ValueId id) const;
  void write_ids(std::span<const ValueId> ids);
  void write_tensor(const Tensor& tensor);
  void write_step(const Step& step);
  void write_call(const Step& step);
  void write_control(const Step& step);
  void write_guard(const Step& step);
  void write_host(const Step& step);
  void write_draw(const Step& step);
  AttrBox renumbered_attrs(const Step& step) const;

  ByteWriter& writer_;
  const Program& program_;
  const VariableNumbers& variables_;
  std::vector<uint32_t> numbers_;  // in the file, by ValueId
  uint32_t defined_ = 0;
  std::unordered_map<int32_t, uint32_t> draws_;  // numbers in the file
};

// A branch or loop with the programs in it.
void write_control_flow(ByteWriter& writer, const ControlFlow& control,
                        const VariableNumbers& variables);

}  // namespace pelton
