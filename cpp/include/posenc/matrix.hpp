#pragma once

#include <Eigen/Core>

namespace posenc {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
/// Row-major, so that what crosses into JSON and typed arrays reads row by row.
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace posenc
