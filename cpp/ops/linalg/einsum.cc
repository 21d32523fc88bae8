// Owns einsum: sums of products as an equation writes them. Several inputs are multiplied from left
// to right.
#include <algorithm>
#include <array>
#include <string>

#include "ops/array/array.h"
#include "ops/linalg/contraction.h"
#include "ops/math/math.h"
#include "ops/op_list.h"

namespace pelton {

struct EinsumAttrs {
  Text equation;
};
template <>
inline constexpr auto fields<EinsumAttrs> =
    std::tuple{required_field("equation", &EinsumAttrs::equation)};

namespace {

constexpr std::string_view kEllipsis = "...";
// Labels of the axes that an ellipsis stands for, counted from the last one on, follow.
constexpr int kFirstOfEllipsis = 256;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// One side's subscripts: letters, and where among them an ellipsis stands.
struct Subscripts {
  std::string letters;
  std::optional<size_t> ellipsis;
};

struct Equation {
  std::string_view text;
  std::vector<Subscripts> inputs;
  Subscripts output;
};

[[noreturn]] void refuse_format(std::string_view text) {
  raise(Code::value_error, "Subscripts have incorrect format: ", text);
}

Subscripts parse_side(std::string_view side, std::string_view text) {
  Subscripts out;
  for (size_t i = 0; i < side.size(); ++i) {
    if (side.substr(i, kEllipsis.size()) == kEllipsis && !out.ellipsis) {
      out.ellipsis = out.letters.size();
      i += kEllipsis.size() - 1;
    } else if (is_letter(side[i])) {
      out.letters += side[i];
    } else {
      refuse_format(text);
    }
  }
  return out;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> out(1);
  for (char c : text) {
    if (c == ',')
      out.emplace_back();
    else
      out.back() += c;
  }
  return out;
}

// An ellipsis where an input has one, then the letters that stand just once, in their order.
Subscripts output_of(const std::vector<Subscripts>& inputs) {
  std::array<int, 256> counts{};
  Subscripts out;
  for (const Subscripts& input : inputs) {
    for (char c : input.letters) ++counts[static_cast<unsigned char>(c)];
    if (input.ellipsis) out.ellipsis = 0;
  }
  for (size_t c = 0; c < counts.size(); ++c)
    if (counts[c] == 1) out.letters += static_cast<char>(c);
  return out;
}

void check_output(const Equation& equation) {
  const std::string& letters = equation.output.letters;
  for (char c : letters) {
    const auto has = [c](const Subscripts& input) {
      return input.letters.find(c) != input.letters.npos;
    };
    check(std::any_of(equation.inputs.begin(), equation.inputs.end(), has), Code::value_error,
          "Output subscripts contain the label ", c, " not present in the input subscripts.");
    check(std::count(letters.begin(), letters.end(), c) == 1, Code::value_error,
          "Output subscripts contain a label appearing more than once: ", equation.text);
  }
}

Equation parse(std::string_view text) {
  std::string bare;
  for (char c : text)
    if (c != ' ') bare += c;
  Equation out{text, {}, {}};
  const size_t arrow = bare.find("->");
  for (const std::string& side : split_at_commas(bare.substr(0, arrow)))
    out.inputs.push_back(parse_side(side, text));
  if (arrow == bare.npos)
    out.output = output_of(out.inputs);
  else
    out.output = parse_side(std::string_view(bare).substr(arrow + 2), text);
  check_output(out);
  return out;
}

// `a` with its axes p and q, of equal size, as one: q is left out.
Tensor diagonal(const Tensor& a, size_t p, size_t q) {
  const int64_t n = is_known(a.shape()[p]) ? a.shape()[p] : a.shape()[q];
  Shape mask(a.shape().size(), 1);
  mask[p] = mask[q] = n;
  const Tensor on = reshape(cast(eye(n, n), DType::boolean), {.shape = mask});
  return reduce_sum(where(on, a, scalar_like(0, a)), {.axis = Axes{static_cast<int64_t>(q)}});
}

// The labels of one input's axes, and how many of them are of its ellipsis.
Labelled labelled(const Tensor& x, const Subscripts& side, size_t index) {
  const size_t letters = side.letters.size(), rank = x.shape().size();
  check(side.ellipsis ? rank >= letters : rank == letters, "Expected input ", index,
        " to have rank ", side.ellipsis ? "at least " : "", letters, " but got: ", rank);
  Labelled out{x, {side.letters.begin(), side.letters.end()}};
  Labels hidden;
  for (size_t i = rank - letters; i > 0; --i)
    hidden.push_back(kFirstOfEllipsis + static_cast<int>(i) - 1);
  out.labels.insert(out.labels.begin() + static_cast<ptrdiff_t>(side.ellipsis.value_or(0)),
                    hidden.begin(), hidden.end());
  for (size_t q = out.labels.size(); q-- > 0;) {
    const auto first = std::find(out.labels.begin(), out.labels.end(), out.labels[q]);
    const auto p = static_cast<size_t>(first - out.labels.begin());
    if (p == q) continue;
    check(may_equal(out.x.shape()[p], out.x.shape()[q]), "Expected dimension ", out.x.shape()[p],
          " at axis ", q, " of the input shaped ", bracketed(out.x.shape()), " but got dimension ",
          out.x.shape()[q]);
    out.x = diagonal(out.x, p, q);
    out.labels.erase(out.labels.begin() + static_cast<ptrdiff_t>(q));
  }
  return out;
}

// The size that all inputs have at `label`; axes of an ellipsis may have 1 instead.
int64_t common_size(const std::vector<Labelled>& inputs, int label) {
  int64_t found = kUnknown;
  bool is_first = true;
  for (const Labelled& input : inputs)
    for (size_t i = 0; i < input.labels.size(); ++i) {
      if (input.labels[i] != label) continue;
      const int64_t size = input.x.shape()[i];
      const bool spreads = label >= kFirstOfEllipsis && !is_first;
      check(is_first || may_equal(size, found) || (spreads && (size == 1 || found == 1)),
            "Expected dimension ", found, " at axis ", i, " of the input shaped ",
            bracketed(input.x.shape()), " but got dimension ", size);
      found = is_first || found == 1 ? size : size == 1 ? found : merge_sizes(found, size);
      is_first = false;
    }
  return found;
}

// Axes of an ellipsis whose size is 1 where others have more are left out: products repeat them.
void drop_spread_axes(std::vector<Labelled>& inputs) {
  const std::vector<Labelled> whole = inputs;
  for (Labelled& input : inputs)
    for (size_t i = input.labels.size(); i-- > 0;) {
      const int64_t common = common_size(whole, input.labels[i]);
      if (input.x.shape()[i] == common || input.x.shape()[i] != 1) continue;
      input.x = squeeze(input.x, {.axis = Axes{static_cast<int64_t>(i)}});
      input.labels.erase(input.labels.begin() + static_cast<ptrdiff_t>(i));
    }
}

Labels output_labels(const Subscripts& output, const std::vector<Labelled>& inputs) {
  int hidden = 0;
  for (const Labelled& input : inputs)
    for (int label : input.labels) hidden = std::max(hidden, label - kFirstOfEllipsis + 1);
  check(output.ellipsis || hidden == 0, "Output contains ", hidden,
        " broadcasting dimension(s) but no ellipsis (...) was found in the output subscripts.");
  Labels out(output.letters.begin(), output.letters.end());
  for (int i = 0; i < hidden; ++i)
    out.insert(out.begin() + static_cast<ptrdiff_t>(*output.ellipsis), kFirstOfEllipsis + i);
  return out;
}

std::vector<Tensor> compose_einsum(const ComposeContext& c) {
  const Equation equation = parse(c.attrs<EinsumAttrs>().equation.view());
  check(c.inputs().size() == equation.inputs.size(), Code::value_error, "Got ", c.inputs().size(),
        " inputs for equation \"", equation.text, "\", expecting ", equation.inputs.size());
  std::vector<Labelled> inputs;
  for (size_t i = 0; i < equation.inputs.size(); ++i)
    inputs.push_back(labelled(c.in(i), equation.inputs[i], i));
  drop_spread_axes(inputs);
  const Labels output = output_labels(equation.output, inputs);
  Labelled product = inputs[0];
  for (size_t i = 1; i < inputs.size(); ++i) {
    Labels kept = output;
    for (size_t later = i + 1; later < inputs.size(); ++later)
      kept.insert(kept.end(), inputs[later].labels.begin(), inputs[later].labels.end());
    product = contract(product, inputs[i], kept);
  }
  return {in_order(sum_to(product, output), output)};
}

constinit const CompositeOp einsum_op{
    .schema = {.name = "einsum",
               .tf_name = "Einsum",
               .inputs = {"inputs"},
               .variadic = true,
               .attrs = &attrs_of<EinsumAttrs>,
               .dtypes = kNumeric},
    .doc =
        "Sums of products of the inputs as `equation` writes them: \"ij,jk->ik\" is a matrix\n"
        "product, \"...ij->...ji\" a transposition, \"ii\" a trace.",
    .compose = compose_einsum};

constexpr const CompositeOp* kEinsumOps[] = {&einsum_op};
const OpFamily einsum_ops(kEinsumOps);

}  // namespace
}  // namespace pelton
