#pragma once

#include <span>

#include "posenc/encoding/frequencies.hpp"
#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"

/// The similarity of two sinusoidal encodings. It does not depend on the column layout: a dot product does
/// not change if both vectors are permuted in the same way.
namespace posenc {

/// PE(p).PE(q) of each pair, from the encoded vectors. Shape [pairs].
/// Equal to kernel_dot(p - q) up to rounding: it depends only on the offset.
/// Errors: a position that is not finite or above 2^53 in magnitude; more than max_elements components.
Result<Vector> dot_products(const InverseFrequencies& frequencies,
                            std::span<const PositionPair> pairs);

/// PE(p).PE(q) / (|PE(p)| |PE(q)|) of each pair, from the encoded vectors. Shape [pairs].
/// Errors as for dot_products.
Result<Vector> cosine_similarities(const InverseFrequencies& frequencies,
                                   std::span<const PositionPair> pairs);

/// sum_i cos(k omega_i) for each offset k: PE(p).PE(p + k) by the addition theorem, d/2 at k = 0.
/// Shape [offsets]. Errors: an offset that is not finite or above 2^53 in magnitude; more than
/// max_elements cosines.
Result<Vector> kernel_dot(const InverseFrequencies& frequencies, std::span<const double> offsets);

/// (2/d) sum_i cos(k omega_i) for each offset k: the cosine similarity of PE(p) and PE(p + k).
/// Shape [offsets]. Errors as for kernel_dot.
Result<Vector> kernel_mean_cos(const InverseFrequencies& frequencies,
                               std::span<const double> offsets);

/// 1 - (ln |k| + gamma) / ln base for each offset k, with Euler's constant gamma = 0.5772: how kernel_mean_cos falls for
/// wide encodings, where 1 << |k| << base. The mean of cosines tends to an integral, with u = 2i/d and Ci the cosine
/// integral,
///   integral of cos(k base^-u) over u from 0 to 1 = (Ci(k) - Ci(k / base)) / ln base
/// in which Ci(k) is near 0 and Ci(k / base) near gamma + ln(k / base). It does not hold at a distance below about 5,
/// growing without bound towards 0, nor where it is negative, from k = base e^-gamma on.
///
/// Shape [offsets]. Source: derived here; for Ci, Abramowitz and Stegun 1964, sections 5.2.16 and 5.2.34.
/// @param base finite, above 1
/// Errors: another base; an offset that is not finite or above 2^53 in magnitude.
Result<Vector> similarity_limit(double base, std::span<const double> offsets);

/// PE(position).PE(position + k), and the sum of cosines that it equals on paper.
struct DotProductsAround {
  Vector dots;        // from the encoded vectors, [offsets]
  Vector kernel;      // kernel_dot of the offsets, [offsets]
  double difference;  // max |dots - kernel|: only rounding; 0 without offsets
  bool offset_only;   // whether `difference` is within the rounding_tolerance of d/2
};
POSENC_FIELDS(DotProductsAround, dots, kernel, difference, offset_only)

/// The dot products of one position with the positions around it.
/// Errors: a position, offset or sum of the two that is not finite or above 2^53 in magnitude; more than
/// max_elements components in all the vectors.
Result<DotProductsAround> dot_products_around(const InverseFrequencies& frequencies,
                                              double position, std::span<const double> offsets);

/// T T^t, the dot product of each two rows of a table: symmetric, shape [rows, rows]. For any encoding.
/// Precondition: elements up to 1e100 in magnitude, rows x rows within max_elements.
Matrix dot_products_of_rows(const Matrix& table);

struct RowSimilarities {
  Matrix matrix;     // cosine similarities, [rows, rows]
  Vector by_offset;  // the mean of all rows that are k apart, k = 1 .. rows - 1
  double mirrored;   // the mean of row p and row rows - 1 - p, each pair once, no row with itself
};
POSENC_FIELDS(RowSimilarities, matrix, by_offset, mirrored)

/// T_p.T_q / (|T_p| |T_q|) for each two rows of a table, of any encoding.
/// Errors: fewer than two rows; an element that is not finite or above 1e100 in magnitude; a row of zeros, or of
/// numbers whose squares vanish, which has no direction; rows x rows above max_elements, or rows x rows x columns above 2^34.
Result<RowSimilarities> similarities_of_rows(const Matrix& table);

/// The similarity of each two of the first positions.
struct SimilarityMatrix {
  Matrix matrix;  // cosine similarities, [count, count], symmetric up to rounding
  double
      diagonal_spread;  // the largest difference of two entries with equal row - column: on paper
                        // 0, as the similarity depends only on the offset
  double lowest;        // the smallest entry
  bool offset_only;     // whether `diagonal_spread` is within the rounding_tolerance
};
POSENC_FIELDS(SimilarityMatrix, matrix, diagonal_spread, lowest, offset_only)

/// PE(p).PE(q) / (|PE(p)| |PE(q)|) for p, q = 0 .. count-1, from the encoded vectors.
/// @param count a whole number of at least 1
/// Errors: a count outside its range; count x count or count x d above max_elements, or count x count x d
/// above 2^34.
Result<SimilarityMatrix> similarity_matrix(const InverseFrequencies& frequencies, double count);

}  // namespace posenc
