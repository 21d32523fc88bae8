// Owns the table of metrics, and how an identifier finds one.
#pragma once
#include <memory>

#include "nn/metrics/accuracy.h"
#include "nn/metrics/binary_accuracy.h"
#include "nn/metrics/binary_crossentropy.h"
#include "nn/metrics/categorical_accuracy.h"
#include "nn/metrics/categorical_crossentropy.h"
#include "nn/metrics/mean.h"
#include "nn/metrics/mean_absolute_error.h"
#include "nn/metrics/mean_squared_error.h"
#include "nn/metrics/root_mean_squared_error.h"
#include "nn/metrics/sparse_categorical_accuracy.h"
#include "nn/metrics/sparse_categorical_crossentropy.h"
#include "nn/metrics/sparse_top_k_categorical_accuracy.h"
#include "nn/metrics/sum.h"
#include "nn/metrics/top_k_categorical_accuracy.h"

namespace pelton {

// Every metric; bindings and look-ups loop over it.
using MetricTypes = Types<metrics::Mean, metrics::Sum, metrics::MeanSquaredError,
                          metrics::RootMeanSquaredError, metrics::MeanAbsoluteError,
                          metrics::Accuracy, metrics::BinaryAccuracy, metrics::CategoricalAccuracy,
                          metrics::SparseCategoricalAccuracy, metrics::TopKCategoricalAccuracy,
                          metrics::SparseTopKCategoricalAccuracy, metrics::BinaryCrossentropy,
                          metrics::CategoricalCrossentropy, metrics::SparseCategoricalCrossentropy>;

// A metric with its defaults from a class name, function name or alias ("mse"); null when unknown.
std::shared_ptr<Metric> find_metric(std::string_view identifier);
// The same; raises value_error for an unknown identifier.
std::shared_ptr<Metric> get_metric(std::string_view identifier);

}  // namespace pelton
