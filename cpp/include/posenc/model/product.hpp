#pragma once

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
void pack(const Real* b, Index rows, Index cols, Index stride, Real* packed);

/// Packs the transpose of B [rows, cols]: a matrix [cols, rows].
template <class Real>
void pack_transposed(const Real* b, Index rows, Index cols, Index stride, Real* packed);

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

/// C [rows, cols] = A B as `finish` has it, where A is [rows, inner], or [inner, rows] if transposed,
/// and its rows are `stride` apart. C must not overlap A.
template <Left left, class Real>
void multiply(Index rows, Index cols, Index inner, const Real* a, Index stride, const Real* packed,
              Real* c, Index c_stride, const Finish<Real>& finish = {});

// They are compiled once, for speed, whatever those who call them are compiled for.
#define POSENC_PRODUCTS(keyword, Real)                                                          \
  keyword template void pack<Real>(const Real*, Index, Index, Index, Real*);                    \
  keyword template void pack_transposed<Real>(const Real*, Index, Index, Index, Real*);         \
  keyword template void multiply<Left::as_it_is, Real>(                                         \
      Index, Index, Index, const Real*, Index, const Real*, Real*, Index, const Finish<Real>&); \
  keyword template void multiply<Left::transposed, Real>(                                       \
      Index, Index, Index, const Real*, Index, const Real*, Real*, Index, const Finish<Real>&);
POSENC_PRODUCTS(extern, float)
POSENC_PRODUCTS(extern, double)

}  // namespace posenc
