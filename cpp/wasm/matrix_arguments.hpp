#pragma once

#include <emscripten/bind.h>

#include <string>
#include <string_view>
#include <vector>

#include "function.hpp"
#include "posenc/argument.hpp"
#include "posenc/matrix.hpp"

/// Vectors and matrices as arguments, of several modules.
namespace posenc::wasm {

/// Row by row.
struct MatrixOptions {
  double rows;
  double cols;
  Numbers values{emscripten::val::undefined()};  // set by Embind
};
POSENC_FIELDS(MatrixOptions, rows, cols, values)

template <>
struct Argument<const Vector&> {
  using Js = const Numbers&;
  static Result<Vector> make(const Numbers& numbers) {
    const std::vector<double> values = emscripten::convertJSArrayToNumberVector<double>(numbers);
    return Vector(Vector::Map(values.data(), static_cast<Index>(values.size())));
  }
};

template <>
struct Argument<const Matrix&> {
  using Js = const MatrixOptions&;
  static Result<Matrix> make(const MatrixOptions& options) {
    const std::vector<double> values =
        emscripten::convertJSArrayToNumberVector<double>(options.values);
    return to_matrix(options.rows, options.cols, values);
  }
};

}  // namespace posenc::wasm
