#pragma once

#include <algorithm>

#include "posenc/model/lanes.hpp"

/// Products of small matrices, C = A B, at the speed of multiplications and additions. Eigen's product
/// reaches some 60 % of that in WebAssembly: it keeps more sums than V8 has registers for.
///
/// C is computed in tiles of 2 rows by 4 vectors. V8 emits the loads of a loop's body before its
/// arithmetic, and has 15 registers of four floats: 8 sums, 6 loads and 1 product fill them. For the same
/// reason the body is one step: with two, registers are spilt and the speed is halved.
///
/// B is packed beforehand in panels as wide as a tile, so that it is read in one direction. All is
/// row-major. What happens to an element of C before and after the sum (a bias, a residual, ReLU) is
/// done in the registers, by a Finish.
namespace posenc {

/// Columns of the panel that begins where so many columns are left: 4 vectors, or 2 (in tiles of 4 rows) if
/// they are enough.
template <class Real>
constexpr Index panel_width(Index cols_left) {
  return (cols_left > 2 * lane_count<Real> ? 4 : 2) * lane_count<Real>;
}

/// Elements of a packed B with that many rows and columns: the last panel is filled up with zeros.
template <class Real>
constexpr Index packed_size(Index rows, Index cols) {
  Index size = 0;
  for (Index col = 0; col < cols; col += panel_width<Real>(cols - col)) {
    size += rows * panel_width<Real>(cols - col);
  }
  return size;
}

/// Packs B [rows, cols], whose rows are `stride` apart: packed[panel][row][column in the panel].
template <class Real>
inline void pack(const Real* b, Index rows, Index cols, Index stride, Real* packed) {
  for (Index col = 0, width = 0; col < cols; col += width) {
    width = panel_width<Real>(cols - col);
    const Real* from = b + col;
    if (col + width <= cols) {
      for (Index row = 0; row < rows; ++row, from += stride, packed += width) {
        for (Index c = 0; c < width; c += lane_count<Real>) store(packed + c, load(from + c));
      }
    } else {
      for (Index row = 0; row < rows; ++row, from += stride, packed += width) {
        for (Index c = 0; c < width; ++c) packed[c] = col + c < cols ? from[c] : 0;
      }
    }
  }
}

/// Packs the transpose of B [rows, cols]: a matrix [cols, rows].
template <class Real>
inline void pack_transposed(const Real* b, Index rows, Index cols, Index stride, Real* packed) {
  for (Index row = 0, width = 0; row < rows; row += width) {
    width = panel_width<Real>(rows - row);
    for (Index c = 0; c < width; ++c) {
      const Real* from = b + (row + c) * stride;
      const bool there = row + c < rows;
      for (Index col = 0; col < cols; ++col) packed[col * width + c] = there ? from[col] : 0;
    }
    packed += cols * width;
  }
}

/// Which factor A is.
enum class Left {
  as_it_is,    // C[i][j] = sum over k of A[i][k] B[k][j]
  transposed,  // C[i][j] = sum over k of A[k][i] B[k][j]
};

/// What happens to C beside the sum, C = f(A B): all within the registers, so that it costs next to nothing.
/// In this order, and each only if it is asked for: `bias` of the columns and `added` are added, what is
/// below 0 becomes 0 (ReLU), and so does everything where `gate` is not above 0 (the way back through
/// ReLU, with its output as the gate). `added` and `gate` are as large as C, with rows as far apart; `added`
/// may be C itself.
template <class Real>
struct Finish {
  enum class Activation { none, relu };
  const Real* bias = nullptr;
  const Real* added = nullptr;
  const Real* gate = nullptr;
  Activation activation = Activation::none;
};

/// Loads and stores all lanes of a vector, or as many as there are.
template <class Real, bool whole>
struct Access {
  Index count;

  Lanes<Real> load(const Real* from) const {
    if constexpr (whole) return posenc::load(from);
    return load_part(from, count);
  }
  void store(Real* to, Lanes<Real> lanes) const {
    if constexpr (whole) {
      posenc::store(to, lanes);
    } else {
      store_part(to, lanes, count);
    }
  }
};

/// A tile of C: `rows` by `vectors`, at `row` and `col`, of which columns up to `cols` are there.
template <int rows, int vectors, bool whole, Left left, class Real>
inline __attribute__((always_inline)) void multiply_tile(Index inner, const Real* a, Index stride,
                                                         const Real* panel, Real* c, Index c_stride,
                                                         const Finish<Real>& finish, Index row,
                                                         Index col, Index cols) {
  constexpr Index lanes = lane_count<Real>;
  Lanes<Real> sums[rows][vectors]{};
  // Pointers that walk: the compiler would multiply an index by the stride anew in each step.
  const Real* walk[rows];
  for (int i = 0; i < rows; ++i) walk[i] = a + i * (left == Left::as_it_is ? stride : 1);
  for (Index k = 0; k < inner; ++k) {
    Lanes<Real> b[vectors];
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) b[v] = load(panel + v * lanes);
    panel += vectors * lanes;
#pragma GCC unroll 4
    for (int i = 0; i < rows; ++i) {
      const auto x = load_splat(left == Left::as_it_is ? walk[i] : walk[0] + i);
#pragma GCC unroll 4
      for (int v = 0; v < vectors; ++v) sums[i][v] += x * b[v];
    }
    if constexpr (left == Left::as_it_is) {
#pragma GCC unroll 4
      for (int i = 0; i < rows; ++i) ++walk[i];
    } else {
      walk[0] += stride;
    }
  }
  const auto each = [&](const auto& use) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      const Index at = col + v * lanes;
      const Access<Real, whole> part{std::clamp<Index>(cols - at, 0, lanes)};
#pragma GCC unroll 4
      for (int i = 0; i < rows; ++i) use(sums[i][v], part, at, (row + i) * c_stride + at);
    }
  };
  if (finish.bias != nullptr) {
    each([&](auto& sum, auto part, Index at, Index) { sum += part.load(finish.bias + at); });
  }
  if (finish.added != nullptr) {
    each([&](auto& sum, auto part, Index, Index n) { sum += part.load(finish.added + n); });
  }
  if (finish.activation == Finish<Real>::Activation::relu) {
    each([](auto& sum, auto, Index, Index) { sum = max<Real>(sum, Lanes<Real>{}); });
  }
  if (finish.gate != nullptr) {
    each([&](auto& sum, auto part, Index, Index n) {
      sum = part.load(finish.gate + n) > Lanes<Real>{} ? sum : Lanes<Real>{};
    });
  }
  each([&](auto& sum, auto part, Index, Index n) { part.store(c + n, sum); });
}

/// One panel of C, in tiles of `rows_of_tile` rows.
template <int rows_of_tile, int vectors, bool whole, Left left, class Real>
inline void multiply_panel(Index rows, Index cols, Index inner, const Real* a, Index stride,
                           const Real* panel, Real* c, Index c_stride, const Finish<Real>& finish,
                           Index col) {
  const Index next = left == Left::as_it_is ? stride : 1;
  Index row = 0;
  for (; row + rows_of_tile <= rows; row += rows_of_tile) {
    multiply_tile<rows_of_tile, vectors, whole, left>(inner, a + row * next, stride, panel, c,
                                                      c_stride, finish, row, col, cols);
  }
  for (; row < rows; ++row) {
    multiply_tile<1, vectors, whole, left>(inner, a + row * next, stride, panel, c, c_stride,
                                           finish, row, col, cols);
  }
}

/// C [rows, cols] = A B as `finish` has it, where A is [rows, inner], or [inner, rows] if transposed,
/// and its rows are `stride` apart. C must not overlap A.
/// (Not inlined: V8 does not leave slow code in the middle of a running function.)
template <Left left, class Real>
__attribute__((noinline)) void multiply(Index rows, Index cols, Index inner, const Real* a,
                                        Index stride, const Real* packed, Real* c, Index c_stride,
                                        const Finish<Real>& finish = {}) {
  constexpr Index wide = 4 * lane_count<Real>;
  constexpr Index narrow = 2 * lane_count<Real>;
  Index col = 0;
  for (; col + wide <= cols; col += wide, packed += wide * inner) {
    multiply_panel<2, 4, true, left>(rows, cols, inner, a, stride, packed, c, c_stride, finish,
                                     col);
  }
  if (cols - col > narrow) {
    multiply_panel<2, 4, false, left>(rows, cols, inner, a, stride, packed, c, c_stride, finish,
                                      col);
  } else if (cols - col == narrow) {
    multiply_panel<4, 2, true, left>(rows, cols, inner, a, stride, packed, c, c_stride, finish,
                                     col);
  } else if (cols > col) {
    multiply_panel<4, 2, false, left>(rows, cols, inner, a, stride, packed, c, c_stride, finish,
                                      col);
  }
}

}  // namespace posenc
