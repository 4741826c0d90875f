#pragma once

#include <string_view>

#include "posenc/argument.hpp"
#include "posenc/encoding/frequencies.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// Tables for the patches of an image, a row for each patch, line by line from the top left: patch n of a grid with W
/// columns is at x = n mod W, y = n div W.
namespace posenc {

/// Whose sinusoidal table of a grid it is. Released code agrees on the formula and on little else.
enum class GridConvention {
  mae,  // x in the first half of the columns, each half all sines, then all cosines; positions 0, 1, ..
  detr,  // y in the first half, sine and cosine in turn; positions (n + 1) / (count + 1e-6) times 2 pi
};

POSENC_CHOICE(GridConvention, grid_convention, "[grid] `convention`", mae, detr)

/// The positions that a convention gives to `count` patches in a row, shape [count]: 0, 1, .., or, in DETR, the parts
/// of a turn of 2 pi, the last of which is the whole turn but for a factor of count / (count + 1e-6).
/// Errors: a count that is not a whole number of at least 1.
Result<Vector> grid_positions(double count, GridConvention convention);

/// The frequencies of one coordinate, base^(-4i/d_model), i = 0 .. d_model/4-1: those of half the width of the model.
///
/// @param d_model positive and divisible by 4
/// @param base    finite and positive; 10000 in both conventions
/// Errors: a number outside its range; a base as for GeometricFrequencies.
Result<GeometricFrequencies> grid_frequencies(double d_model, double base);

/// The sinusoidal table of a grid: one half of the columns encodes x, the other y, each as in sinusoidal_table.
///   row n = [PE(x_n), PE(y_n)]        (MAE; DETR has y first)
///
/// Shape [rows * columns, 2 d], with d the dimension of `half`. MAE's row of zeros for its class token is left out.
/// Source: He et al. 2022, MAE, arXiv:2111.06377, appendix A.1, and its code, util/pos_embed.py, whose variables call
/// the half for x emb_h; Carion et al. 2020, DETR, arXiv:2005.12872, appendix A.4, and its code,
/// models/position_encoding.py.
///
/// @param half the frequencies of one coordinate: in both conventions those of grid_frequencies
/// Errors: rows or columns that are not whole numbers of at least 1; a table of more than max_elements.
Result<Matrix> grid_table(const InverseFrequencies& half, double rows, double columns,
                          GridConvention convention);

/// How a value between patches is made from those around it.
enum class Interpolation {
  bilinear,  // from 2 x 2 patches
  bicubic,   // from 4 x 4, by Keys' kernel with a = -3/4
  bicubic_antialias,  // by Keys' kernel with a = -1/2, widened where a table shrinks, without what lies beyond the edge
};

POSENC_CHOICE(Interpolation, interpolation, "[grid] `interpolation`", bilinear, bicubic,
              bicubic_antialias)

/// How many patches a grid has.
struct GridSize {
  double rows;
  double columns;
};

/// A learned table of a grid for another resolution: each column is an image that is resized. The center of the new
/// patch n lies at (n + 1/2) old / new - 1/2 of the old grid; beyond its edge the last patch is repeated (bilinear,
/// bicubic) or left out and the other weights divided by their sum (bicubic_antialias). Only the last smooths before a
/// table shrinks. Bicubic bends even a straight ramp, by up to 3/64 of a step at twice the resolution.
///
/// Shape [to.rows * to.columns, d]. A table of the same size is unchanged.
/// Source: Dosovitskiy et al. 2021, ViT, arXiv:2010.11929, section 3.2, "2D interpolation"; bicubic in the code of DeiT
/// and MAE, which call torch.nn.functional.interpolate with align_corners=False, defined here. (ViT's own code is
/// linear, with the corners aligned.) bicubic_antialias is that function with antialias=True (PyTorch 1.13.1), the default
/// of timm's resample_abs_pos_embed (timm 1.0).
///
/// @param table [from.rows * from.columns, d]
/// Errors: a size that is not whole numbers of at least 1; another number of rows; components above 1e100 in magnitude;
/// a result of more than max_elements.
Result<Matrix> resize_grid_table(const Matrix& table, GridSize from, GridSize to,
                                 Interpolation interpolation);

}  // namespace posenc
