#pragma once

#include <span>
#include <vector>

#include "matrix_arguments.hpp"
#include "posenc/analysis/grid_kernel.hpp"
#include "posenc/analysis/grid_resize.hpp"
#include "posenc/encoding/axes.hpp"
#include "posenc/encoding/grid.hpp"
#include "posenc/encoding/timestep.hpp"
#include "results.hpp"

/// Arguments and results that only beyond_words.cpp has.
namespace posenc::wasm {

EMSCRIPTEN_DECLARE_VAL_TYPE(MropeSegments)

/// F, as one of the functions returns it.
template <>
struct Argument<const AxisFrequencies&> {
  using Js = const MatrixOptions&;
  static Result<AxisFrequencies> make(const MatrixOptions& options) {
    POSENC_TRY(values, Argument<const Matrix&>::make(options));
    return AxisFrequencies::from_values(values);
  }
};

template <>
struct Argument<std::span<const MropeSegment>> {
  using Js = const MropeSegments&;
  static Result<std::vector<MropeSegment>> make(const emscripten::val& segments) {
    std::vector<MropeSegment> all;
    for (const emscripten::val& one : emscripten::vecFromJSArray<emscripten::val>(segments)) {
      POSENC_TRY(kind, to_segment_kind(text_in(one, "kind")));
      all.push_back(
          {kind, number_in(one, "frames"), number_in(one, "rows"), number_in(one, "columns")});
    }
    return all;
  }
};

}  // namespace posenc::wasm
