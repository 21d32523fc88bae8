// Owns the file format of programs (docs/program_files.md): a Program, its variables and what is
// known of its inputs, as bytes and back.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "program/control/subprogram.h"

namespace pelton {

// What a file says besides the program itself.
struct ProgramFileOptions {
  std::vector<TensorKind> inputs;  // what is known of each of the program's inputs, in order
  bool has_values = true;          // the variables' values are in the file
  // Some gradient of the recorded code was code of its own, which no file holds.
  bool has_own_gradients = false;
};

struct ReadProgram {
  Program program;
  std::vector<VariableRef> variables;  // in the order of variables_of(program)
  ProgramFileOptions options;
};

// The program as bytes: the same bytes whenever it is written with the same values. Raises
// unimplemented for a host callback, which it names, invalid_argument for what is too large or has
// branches and loops too deep within each other.
std::string write_program(const Program& program, const ProgramFileOptions& options);

// The program that `bytes`, of whatever origin, hold: it runs as the written one did. Its variables
// are new ones with the values of the file, or else those of `variables`, which have the dtypes and
// shapes of the file's in their order. Raises invalid_argument, which says what and where, for
// bytes that are cut, altered, of a newer version or hold what is no program that can run.
ReadProgram read_program(std::string_view bytes,
                         std::optional<std::span<const VariableRef>> variables = std::nullopt);

// Raises invalid_argument unless `inputs` have these dtypes and shapes.
void check_inputs(std::span<const TensorKind> specs, std::span<const Tensor> inputs);

}  // namespace pelton
