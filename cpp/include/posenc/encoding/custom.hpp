#pragma once

#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "posenc/error.hpp"
#include "posenc/expression.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

namespace posenc {

/// The largest number of dimensions of an encoding from a typed formula.
inline constexpr Index max_custom_dimension = 1024;

/// A position encoding from a formula that a reader typed: PE(pos, i) in the variables pos, i (the
/// dimension, from 0 to d-1) and d, in the syntax of Expression::parse_formula.
class CustomEncoding {
 public:
  /// Errors: a formula that cannot be parsed, with the reason and the place; a d that is not a whole number
  /// from 1 to max_custom_dimension.
  static Result<CustomEncoding> make(std::string_view formula, double d);

  Index dimension() const { return d_; }

  /// PE(pos, i), one row for each position. Shape [positions, d].
  ///
  /// Errors: a position that is not finite or above 2^53 in magnitude; a table of more than max_elements,
  /// or of more steps than are computed at once; an element that is not a finite number up to 1e100 in
  /// magnitude: the message has pos and i of the first one, and the reason.
  Result<Matrix> table(std::span<const double> positions) const;

  /// The table of the positions 0 .. count-1. Errors: a count that is not a whole number of at least 1; as above.
  Result<Matrix> table(double count) const;

 private:
  CustomEncoding(Expression formula, Index d) : formula_(std::move(formula)), d_(d) {}

  Expression formula_;
  Index d_;
};

/// A formula to start from.
struct CustomExample {
  std::string_view name;
  std::string_view formula;
  Index d;
};
POSENC_FIELDS(CustomExample, name, formula, d)

/// Each keeps or breaks a different set of invariants (see analysis/invariants.hpp).
inline constexpr std::array custom_examples{
    // arXiv:1706.03762v7, section 3.5.
    CustomExample{"the paper’s sines and cosines",
                  "sin(pos/10000^((i - mod(i, 2))/d) + mod(i, 2)*pi/2)", 16},
    CustomExample{"sines only", "sin(pos/10000^(i/d))", 16},
    CustomExample{"clocks that all repeat after 8",
                  "sin(2*pi*pos*floor(i/2 + 1)/8 + mod(i, 2)*pi/2)", 6},
    CustomExample{"powers of the position", "(pos/100)^i", 4},
    CustomExample{"binary digits", "mod(floor(pos/2^i), 2)", 8},
    CustomExample{"fading exponentials", "exp(-pos/2^i)", 8},
};

}  // namespace posenc
