"""The readers behind the architecture test find what they should."""

from function_lengths import cpp_functions, python_functions
from source_tree import code_only, without_comments

CPP = """// void comment() {
#define MACRO(x) \\
  if (x) {
namespace pelton {
constinit const OpDef table{
    .infer = [](int a) { return a; },
};
const std::vector<int> kData = {1'000, 2, '{'};
template <typename T = int>
T f(const char* s = "}{",
    int n = 1'000) {
  if (n) {
    return T{};
  }
  return R"x( } )" )x";
}
struct alignas(64) S : Base<int> {
  S() : a_(1), b_{2},
        c_{3} {
    go();
  }
  bool operator==(const S& o) const { return a_ == o.a_; }
  bool operator()(int) const noexcept {
    return true;
  }
  int a_ = 0, b_{1}, c_{2};
};
enum class E : int { a, b };
inline constexpr auto square = [](int x) {
  return x * x;
};
}  // namespace pelton
extern "C" {
void c_function(void) {}
}
TEST_CASE("a {") {
  SECTION("b") {
    CHECK(1);
  }
}
"""


def test_cpp_functions_are_found_with_their_lengths():
    found = [(line, length) for line, length, _ in cpp_functions(CPP)]
    assert found == [(9, 8), (18, 4), (22, 1), (23, 3), (29, 3), (34, 1), (36, 5)]


def test_code_only_keeps_line_numbers():
    assert code_only(CPP).count("\n") == CPP.count("\n")
    assert "comment" not in code_only(CPP) and "MACRO" not in code_only(CPP)
    assert 'R"x' not in code_only(CPP) and "1'000" in code_only(CPP)
    assert '"core/shape.h"' in without_comments('#include "core/shape.h"  // why', True)


def test_python_functions_do_not_count_docstrings():
    text = 'def f():\n    """One.\n\n    Two."""\n    return 1\n\nclass A:\n    def g(self): pass\n'
    assert sorted(python_functions(text)) == [(1, 2, "f"), (8, 1, "g")]
