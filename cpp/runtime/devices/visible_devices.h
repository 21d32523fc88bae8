// Owns how CUDA_VISIBLE_DEVICES is read. Real cards need it not: their driver reads the variable.
#pragma once
#include <string_view>
#include <vector>

namespace pelton {

// Which of `count` cards `text` shows, in its order: numbers and (prefixes of) uuids "GPU-..." with
// commas between (a fake card's uuid is "GPU-" and its number). As CUDA does: the list ends before
// the first entry that is no card, and is empty where a card is named twice.
std::vector<int> visible_ordinals(std::string_view text, int count);

}  // namespace pelton
