// Owns the numbers of the program format that writer and reader share.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pelton::program_format {

// Eight bytes: one that is no text first, and a line end that a transfer as text would change.
inline constexpr std::string_view kMagic = "\x89PELTON\n";
// Version 3 has work on the host, version 2 branches, loops and guards, version 1 none of these.
inline constexpr uint32_t kVersion = 3, kOldestVersion = 1;

// In the header.
inline constexpr uint32_t kHasValues = 1, kHasOwnGradients = 2;
// Of a variable: any rank, or any size where the shape that follows has -1.
inline constexpr uint8_t kTrainable = 1, kAnyRank = 2, kOpenShape = 4;
// Of a step.
inline constexpr uint8_t kIsUpdate = 1, kDraws = 2, kHasSeed = 4, kUsesDraw = 8, kHasScope = 16,
                         kInGraph = 32;

// Of a loop.
inline constexpr uint8_t kIsReversed = 1, kHasCondition = 2;

// Branches and loops within each other, and what their names may take.
inline constexpr size_t kMostDepth = 64, kMostNameBytes = 64;
// What may be said of work on the host, and how many tensors it may give.
inline constexpr size_t kMostWorkBytes = size_t{1} << 20, kMostWorkOutputs = 4096;
// Inputs, variables, constants, steps, or values that a list names; of each.
inline constexpr size_t kMostEntries = size_t{1} << 17;

inline constexpr std::string_view kInputs = "INPT", kVariables = "VARS", kConstants = "CNST",
                                  kSteps = "STEP", kOutputs = "OUTP";

}  // namespace pelton::program_format
