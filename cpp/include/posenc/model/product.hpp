#pragma once

#include "posenc/model/lanes.hpp"

/// Products of small matrices, C = A B, as fast as the machine multiplies and adds. Eigen's product reaches
/// about 60 % of that in WebAssembly: it keeps more sums than V8 has registers for.
///
/// C is computed in tiles of 2 rows by 4 vectors. V8 emits the loads of a loop's body before its
/// arithmetic, and has 15 registers of four floats: 8 sums, 6 loads and 1 product fill them. For the same
/// reason the body is one step: with two, registers are spilt and the speed is halved.
///
/// B is packed beforehand in panels as wide as a tile, so that it is read in one direction. All matrices are
/// row-major. Finish describes further operations on an element of C (a bias, a residual, ReLU), which are done
/// in registers.
namespace posenc {

/// The width of the next panel when `cols_left` columns remain: 4 vectors, or 2 (in tiles of 4 rows) if that is
/// enough.
template <class Real>
constexpr Index panel_width(Index cols_left) {
  return (cols_left > 2 * lane_count<Real> ? 4 : 2) * lane_count<Real>;
}

/// The number of elements of a packed B: the last panel is filled up with zeros.
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
void pack(const Real* b, Index rows, Index cols, Index stride, Real* packed);

/// The same, and sums[col] += the sum of that column over the rows, while B is read anyway.
template <class Real>
void pack_with_sums(const Real* b, Index rows, Index cols, Index stride, Real* packed, Real* sums);

/// Packs the transpose of B [rows, cols]: a matrix [cols, rows].
template <class Real>
void pack_transposed(const Real* b, Index rows, Index cols, Index stride, Real* packed);

enum class Left {
  as_it_is,    // C[i][j] = sum over k of A[i][k] B[k][j]
  transposed,  // C[i][j] = sum over k of A[k][i] B[k][j]
};

/// Further operations on C, C = f(A B), done in registers, so that they cost almost nothing. In this order, and each
/// only if it is set: `bias` of the columns and `added` are added; negative elements become 0 (ReLU); elements whose
/// `gate` is not above 0 become 0 (the gradient of ReLU, with its output as the gate). `added` and `gate` are as
/// large as C, with rows as far apart; `added` may be C itself.
template <class Real>
struct Finish {
  enum class Activation { none, relu };
  const Real* bias = nullptr;
  const Real* added = nullptr;
  const Real* gate = nullptr;
  Activation activation = Activation::none;
};

/// C [rows, cols] = A B, then the operations of `finish`. A is [rows, inner], or [inner, rows] if transposed,
/// and its rows are `stride` apart. C must not overlap A.
template <Left left, class Real>
void multiply(Index rows, Index cols, Index inner, const Real* a, Index stride, const Real* packed,
              Real* c, Index c_stride, const Finish<Real>& finish = {});

// Compiled once, for speed, however their callers are compiled.
#define POSENC_PRODUCTS(keyword, Real)                                                          \
  keyword template void pack<Real>(const Real*, Index, Index, Index, Real*);                    \
  keyword template void pack_with_sums<Real>(const Real*, Index, Index, Index, Real*, Real*);   \
  keyword template void pack_transposed<Real>(const Real*, Index, Index, Index, Real*);         \
  keyword template void multiply<Left::as_it_is, Real>(                                         \
      Index, Index, Index, const Real*, Index, const Real*, Real*, Index, const Finish<Real>&); \
  keyword template void multiply<Left::transposed, Real>(                                       \
      Index, Index, Index, const Real*, Index, const Real*, Real*, Index, const Finish<Real>&);
POSENC_PRODUCTS(extern, float)
POSENC_PRODUCTS(extern, double)

}  // namespace posenc
