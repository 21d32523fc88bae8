// Owns the table of losses, and how an identifier finds one.
#pragma once
#include <memory>

#include "nn/losses/binary_crossentropy.h"
#include "nn/losses/categorical_crossentropy.h"
#include "nn/losses/mean_absolute_error.h"
#include "nn/losses/mean_squared_error.h"
#include "nn/losses/sparse_categorical_crossentropy.h"

namespace pelton {

// Every loss; bindings and look-ups loop over it.
using LossTypes =
    Types<losses::MeanSquaredError, losses::MeanAbsoluteError, losses::BinaryCrossentropy,
          losses::CategoricalCrossentropy, losses::SparseCategoricalCrossentropy>;

// A loss with its defaults from a class name, function name or alias ("mse"); null when unknown.
std::shared_ptr<Loss> find_loss(std::string_view identifier);
// The same; raises value_error for an unknown identifier.
std::shared_ptr<Loss> get_loss(std::string_view identifier);

}  // namespace pelton
