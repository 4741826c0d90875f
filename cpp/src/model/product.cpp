#include "posenc/model/product.hpp"

#include <algorithm>

namespace posenc {

template <class Real>
void pack(const Real* b, Index rows, Index cols, Index stride, Real* packed) {
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

template <class Real>
void pack_with_sums(const Real* b, Index rows, Index cols, Index stride, Real* packed, Real* sums) {
  constexpr Index lanes = lane_count<Real>;
  constexpr Index wide = 4 * lanes;
  Index col = 0;
  for (; col + wide <= cols; col += wide) {
    Lanes<Real> four[4]{};
    const Real* from = b + col;
    for (Index row = 0; row < rows; ++row, from += stride, packed += wide) {
#pragma GCC unroll 4
      for (int v = 0; v < 4; ++v) {
        const auto part = load(from + v * lanes);
        store(packed + v * lanes, part);
        four[v] += part;
      }
    }
    for (int v = 0; v < 4; ++v) {
      Real* to = sums + col + v * lanes;
      store(to, load(to) + four[v]);
    }
  }
  if (col == cols) return;
  pack(b + col, rows, cols - col, stride, packed);
  for (Index row = 0; row < rows; ++row) {
    const Real* from = b + row * stride;
    for (Index c = col; c < cols; ++c) sums[c] += from[c];
  }
}

namespace {

/// Columns of a square of floats or doubles become rows: as many vectors as a vector has lanes.
inline void transpose(Lanes<float> (&rows)[4]) {
  const auto [a, b, c, d] = rows;
  const auto ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const auto cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const auto ab_last = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const auto cd_last = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  rows[0] = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  rows[2] = __builtin_shufflevector(ab_last, cd_last, 0, 1, 4, 5);
  rows[3] = __builtin_shufflevector(ab_last, cd_last, 2, 3, 6, 7);
}
inline void transpose(Lanes<double> (&rows)[2]) {
  const auto [a, b] = rows;
  rows[0] = __builtin_shufflevector(a, b, 0, 2);
  rows[1] = __builtin_shufflevector(a, b, 1, 3);
}

}  // namespace

template <class Real>
void pack_transposed(const Real* b, Index rows, Index cols, Index stride, Real* packed) {
  constexpr Index lanes = lane_count<Real>;
  for (Index row = 0, width = 0; row < rows; row += width) {
    width = panel_width<Real>(rows - row);
    for (Index c = 0; c < width; c += lanes) {
      const Real* from = b + (row + c) * stride;
      const Index there = std::clamp<Index>(rows - row - c, 0, lanes);
      Index col = there == lanes ? 0 : cols;
      for (; col + lanes <= cols; col += lanes) {
        Lanes<Real> square[lanes];
        for (Index n = 0; n < lanes; ++n) square[n] = load(from + n * stride + col);
        transpose(square);
        for (Index n = 0; n < lanes; ++n) store(packed + (col + n) * width + c, square[n]);
      }
      if (there < lanes) col = 0;
      for (; col < cols; ++col) {
        for (Index n = 0; n < lanes; ++n) {
          packed[col * width + c + n] = n < there ? from[n * stride + col] : 0;
        }
      }
    }
    packed += cols * width;
  }
}

namespace {

/// Where a product goes: C, with `cols` columns, and rows that are `stride` apart.
template <class Real>
struct Target {
  Real* c;
  Index stride;
  Index cols;
  const Finish<Real>& finish;
};

/// A tile of A B: `rows` by `vectors`.
template <int rows, int vectors, Left left, class Real>
inline __attribute__((always_inline)) void sum_tile(Index inner, const Real* a, Index stride,
                                                    const Real* panel,
                                                    Lanes<Real> (&sums)[rows][vectors]) {
  constexpr Index lanes = lane_count<Real>;
  // Pointers that advance: with an index the compiler would multiply by the stride in each step.
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
}

/// Puts a tile at `row` and `col` of C, all of whose columns exist.
template <int rows, int vectors, class Real>
inline __attribute__((always_inline)) void put_tile(Lanes<Real> (&sums)[rows][vectors],
                                                    const Target<Real>& to, Index row, Index col) {
  const auto& finish = to.finish;
  const auto each = [&](const auto& use) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      const Index at = col + v * lane_count<Real>;
#pragma GCC unroll 4
      for (int i = 0; i < rows; ++i) use(sums[i][v], at, (row + i) * to.stride + at);
    }
  };
  if (finish.bias != nullptr) {
    each([&](auto& sum, Index at, Index) { sum += load(finish.bias + at); });
  }
  if (finish.added != nullptr) {
    each([&](auto& sum, Index, Index n) { sum += load(finish.added + n); });
  }
  if (finish.activation == Finish<Real>::Activation::relu) {
    each([](auto& sum, Index, Index) { sum = max<Real>(sum, Lanes<Real>{}); });
  }
  if (finish.gate != nullptr) {
    each([&](auto& sum, Index, Index n) {
      sum = load(finish.gate + n) > Lanes<Real>{} ? sum : Lanes<Real>{};
    });
  }
  each([&](auto& sum, Index, Index n) { store(to.c + n, sum); });
}

/// The same for the columns that exist, of a tile whose rows are `width` long in memory.
template <class Real>
__attribute__((noinline)) void put_part(Index rows, Index width, const Real* sums,
                                        const Target<Real>& to, Index row, Index col) {
  const auto& finish = to.finish;
  for (Index end = row + rows; row < end; ++row, sums += width) {
    const Index begin = row * to.stride + col;
    for (Index c = 0; c < to.cols - col; ++c) {
      const Index n = begin + c;
      Real sum = sums[c];
      if (finish.bias != nullptr) sum += finish.bias[col + c];
      if (finish.added != nullptr) sum += finish.added[n];
      if (finish.activation == Finish<Real>::Activation::relu) sum = sum > 0 ? sum : 0;
      if (finish.gate != nullptr) sum = finish.gate[n] > 0 ? sum : 0;
      to.c[n] = sum;
    }
  }
}

template <int rows, int vectors, Left left, class Real>
inline __attribute__((always_inline)) void multiply_tile(Index inner, const Real* a, Index stride,
                                                         const Real* panel, const Target<Real>& to,
                                                         Index row, Index col) {
  constexpr Index width = vectors * lane_count<Real>;
  Lanes<Real> sums[rows][vectors]{};
  sum_tile<rows, vectors, left>(inner, a, stride, panel, sums);
  if (col + width <= to.cols) return put_tile<rows, vectors, Real>(sums, to, row, col);
  Real part[rows * width];
  for (int n = 0; n < rows * vectors; ++n) {
    store(part + n * lane_count<Real>, sums[n / vectors][n % vectors]);
  }
  put_part(rows, width, part, to, row, col);
}

/// One panel of C, in tiles of `rows_of_tile` rows.
template <int rows_of_tile, int vectors, Left left, class Real>
inline void multiply_panel(Index rows, Index inner, const Real* a, Index stride, const Real* panel,
                           const Target<Real>& to, Index col) {
  const Index next = left == Left::as_it_is ? stride : 1;
  Index row = 0;
  for (; row + rows_of_tile <= rows; row += rows_of_tile) {
    multiply_tile<rows_of_tile, vectors, left>(inner, a + row * next, stride, panel, to, row, col);
  }
  if (rows_of_tile > 2 && row + 2 <= rows) {
    multiply_tile<2, vectors, left>(inner, a + row * next, stride, panel, to, row, col);
    row += 2;
  }
  if (row < rows) {
    multiply_tile<1, vectors, left>(inner, a + row * next, stride, panel, to, row, col);
  }
}

}  // namespace

// Not inlined: V8 does not switch to optimized code in the middle of a running function.
template <Left left, class Real>
__attribute__((noinline)) void multiply(Index rows, Index cols, Index inner, const Real* a,
                                        Index stride, const Real* packed, Real* c, Index c_stride,
                                        const Finish<Real>& finish) {
  constexpr Index narrow = 2 * lane_count<Real>;
  const Target<Real> to{c, c_stride, cols, finish};
  Index col = 0;
  for (; cols - col > narrow; col += 2 * narrow, packed += 2 * narrow * inner) {
    multiply_panel<2, 4, left>(rows, inner, a, stride, packed, to, col);
  }
  if (col < cols) multiply_panel<4, 2, left>(rows, inner, a, stride, packed, to, col);
}

POSENC_PRODUCTS(, float)
POSENC_PRODUCTS(, double)

}  // namespace posenc
