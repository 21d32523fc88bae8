// Owns BodyReader: how one program is read from bytes of unknown origin, and those within its
// branches and loops.
#pragma once
#include "interchange/byte_reader.h"
#include "program/control/control_flow.h"
#include "program/program.h"

namespace pelton {

// What the programs of one file share.
struct ReadContext {
  uint32_t version = 0;
  std::vector<VariableRef> variables;
  size_t used_variables = 0;  // those are used so far, in their order
};

// Each raises invalid_argument, which says what is wrong and where.
class BodyReader {
 public:
  // Of a program within `depth` branches and loops, whose inputs have the first numbers.
  BodyReader(ReadContext& context, size_t inputs, size_t depth);
  void read_constants(ByteReader& reader);
  void read_steps(ByteReader& reader);
  void read_outputs(ByteReader& reader);
  // The program with its last uses.
  Program take();

 private:
  Step read_step(ByteReader& reader);
  void read_call(ByteReader& reader, uint8_t flags, Step& step);
  void read_control(ByteReader& reader, uint8_t flags, Step& step);
  void read_guard(ByteReader& reader, Step& step);
  void read_host(ByteReader& reader, Step& step);
  void read_draw(ByteReader& reader, uint8_t flags, Step& step);
  void name_values(Step& step);
  Tensor read_tensor(ByteReader& reader, const char* what);
  VariableRef read_variable(ByteReader& reader);
  ValueId read_id(ByteReader& reader);
  std::vector<ValueId> read_ids(ByteReader& reader);
  ValueId define() { return program_.value_count++; }

  ReadContext& context_;
  const size_t depth_;
  Program program_;
  size_t guards_ = 0;
  bool has_written_ = false;    // variables
  ValueId first_updated_ = -1;  // value that an update makes, of which there are only more after it
};

// A branch or loop within `depth` others that takes `operands` tensors.
ControlRef read_control_flow(ByteReader& reader, ReadContext& context, size_t operands,
                             size_t depth);

}  // namespace pelton
