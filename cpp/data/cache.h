// Owns cache(): the elements of the first whole pass, kept in memory for those that follow.
#pragma once
#include "data/dataset.h"

namespace pelton::data {

// Each pass that begins before another one has ended runs the input itself.
DatasetRef cache(DatasetRef input);

}  // namespace pelton::data
