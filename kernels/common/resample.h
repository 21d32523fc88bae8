// Owns where resample's outputs lie between the inputs and what each input counts, for the kernels
// of every device. Must not know memory.
#pragma once
#include <cmath>

#include "kernels/common/attrs/resample_attrs.h"
#include "kernels/common/functors/functors.h"

namespace pelton {

// Inputs [begin, end) that an output is a mean of, or outputs that an input is in.
struct ResampleSpan {
  int64_t begin, end;
};

class Resampling {
 public:
  Resampling(int64_t in_size, int64_t out_size, const ResampleAttrs& attrs)
      : in(in_size), out(out_size), method_(attrs.method) {
    step_ = static_cast<double>(in) / static_cast<double>(out);
    width_ = attrs.antialias && step_ > 1.0 ? step_ : 1.0;
    rounds_ = method_ == ResampleMethod::bicubic && !attrs.antialias;
  }

  PELTON_HD ResampleSpan inputs_of(int64_t output) const {
    if (method_ == ResampleMethod::area) {
      const double first = static_cast<double>(output) * step_;
      return clamped(static_cast<int64_t>(std::floor(first)),
                     static_cast<int64_t>(std::ceil(first + step_)));
    }
    const double reach = radius() * width_, at = center(output);
    return clamped(static_cast<int64_t>(std::ceil(at - reach - 0.5)),
                   static_cast<int64_t>(std::floor(at + reach - 0.5)) + 1);
  }
  // Outputs outside of which none has `input` in its span; some inside may not have it.
  PELTON_HD ResampleSpan outputs_of(int64_t input) const {
    const double reach = radius() * width_ + 1.0, at = static_cast<double>(input);
    const auto begin = static_cast<int64_t>(std::floor((at - reach) / step_ - 1.5));
    const auto end = static_cast<int64_t>(std::ceil((at + reach + 1.0) / step_ + 1.5));
    return {begin < 0 ? 0 : begin, end > out ? out : end};
  }
  // What an input counts, before the weights of an output are made to sum up to 1.
  PELTON_HD double weight(int64_t output, int64_t input) const {
    if (method_ == ResampleMethod::area) return overlap(output, input);
    const double at = center(output);
    double distance = (static_cast<double>(input) + 0.5 - at) / width_;
    if (rounds_) distance = std::rint(distance * 1024.0) / 1024.0;
    return of_distance(distance < 0 ? -distance : distance);
  }
  PELTON_HD double sum_of_weights(int64_t output) const {
    double sum = 0.0;
    const ResampleSpan span = inputs_of(output);
    for (int64_t i = span.begin; i < span.end; ++i) sum += weight(output, i);
    return sum;
  }

  int64_t in, out;

 private:
  PELTON_HD ResampleSpan clamped(int64_t begin, int64_t end) const {
    begin = begin < 0 ? 0 : begin > in - 1 ? in - 1 : begin;
    end = end > in ? in : end < begin + 1 ? begin + 1 : end;
    return {begin, end};
  }
  PELTON_HD double center(int64_t output) const {
    return (static_cast<double>(output) + 0.5) * step_;
  }
  PELTON_HD double overlap(int64_t output, int64_t input) const {
    const double first = static_cast<double>(output) * step_, last = first + step_;
    const double begin = static_cast<double>(input), end = begin + 1.0;
    const double low = begin < first ? first : begin, high = end > last ? last : end;
    return high > low ? high - low : 0.0;
  }
  PELTON_HD double radius() const {
    switch (method_) {
      case ResampleMethod::bilinear:
      case ResampleMethod::area:
        return 1.0;
      case ResampleMethod::gaussian:
        return 1.5;
      case ResampleMethod::bicubic:
      case ResampleMethod::mitchellcubic:
        return 2.0;
      case ResampleMethod::lanczos3:
        return 3.0;
      case ResampleMethod::lanczos5:
        return 5.0;
    }
    return 1.0;
  }
  PELTON_HD double of_distance(double x) const {
    if (x >= radius()) return 0.0;
    switch (method_) {
      case ResampleMethod::bilinear:
      case ResampleMethod::area:
        return 1.0 - x;
      case ResampleMethod::gaussian:  // whose deviation is a third of the radius
        return std::exp(-2.0 * x * x);
      case ResampleMethod::bicubic:
        return x < 1.0 ? (1.5 * x - 2.5) * x * x + 1.0 : ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0;
      case ResampleMethod::mitchellcubic:
        return x < 1.0 ? (7.0 / 6.0 * x - 2.0) * x * x + 8.0 / 9.0
                       : ((-7.0 / 18.0 * x + 2.0) * x - 10.0 / 3.0) * x + 16.0 / 9.0;
      case ResampleMethod::lanczos3:
      case ResampleMethod::lanczos5:
        return windowed_sine(x);
    }
    return 0.0;
  }
  PELTON_HD double windowed_sine(double x) const {
    constexpr double kPi = 3.14159265358979323846;
    if (x <= 1e-3) return 1.0;
    return radius() * std::sin(kPi * x) * std::sin(kPi * x / radius()) / (kPi * kPi * x * x);
  }

  ResampleMethod method_;
  bool rounds_;   // distances, to the steps of TensorFlow's table
  double step_;   // inputs from one output to the next
  double width_;  // that the function is stretched to
};

}  // namespace pelton
