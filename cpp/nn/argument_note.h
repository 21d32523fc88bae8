// Owns lines of the note on a call's arguments, as Keras appends it to errors inside call().
#pragma once
#include <optional>
#include <string>

namespace pelton {

// "\n  • training=None".
inline std::string training_note(std::optional<bool> training) {
  return training ? (*training ? "\n  • training=True" : "\n  • training=False")
                  : "\n  • training=None";
}

}  // namespace pelton
