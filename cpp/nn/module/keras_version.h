// Owns which Keras is spoken: 3, or 2 for old scripts and what is built on tf_keras. Keras 2 names
// weights "dense/kernel:0", takes flags by position and lets built layers grow.
#pragma once

namespace pelton {

bool speaks_keras_2();
// From now on, for the whole process.
void speak_keras_2();

}  // namespace pelton
