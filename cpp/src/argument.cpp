#include "posenc/argument.hpp"

#include <cmath>

namespace posenc {

std::string quote(std::string_view text) {
  constexpr std::size_t limit = 40;
  if (text.size() <= limit) return '"' + std::string(text) + '"';
  std::size_t end = limit;
  // Never cut a UTF-8 sequence in two: step back over its continuation bytes.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return '"' + std::string(text.substr(0, end)) + "\" ...";
}

Result<std::size_t> to_choice(std::string_view subject, std::string_view text,
                              std::span<const std::string_view> names) {
  std::string expected;
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (names[n] == text) return n;
    expected += (n == 0 ? "" : n + 1 == names.size() ? " or " : ", ") + quote(names[n]);
  }
  return invalid_argument({subject, " must be ", expected, " but got ", quote(text)});
}

Result<Index> to_index(std::string_view subject, double value) {
  constexpr double limit = 2147483648.0;
  if (value != std::trunc(value) || !(std::abs(value) < limit)) {
    return invalid_argument({subject, " must be a whole number below 2^31 but got ", value});
  }
  return static_cast<Index>(value);
}

Result<Index> to_count(std::string_view subject, double value) {
  auto index = to_index(subject, value);
  if (index && *index >= 1) return index;
  return invalid_argument(
      {subject, " must be a whole number above 0 and below 2^31 but got ", value});
}

Result<Index> to_multiple(std::string_view subject, double value, Index divisor) {
  const auto whole = to_index(subject, value);
  if (whole && *whole >= divisor && *whole % divisor == 0) return *whole;
  return invalid_argument(
      {subject, " must be a positive number divisible by ", divisor, " but got ", value});
}

std::optional<Error> check_position(std::string_view subject, double value) {
  if (std::abs(value) <= max_position) return std::nullopt;
  return invalid_argument({subject, " must be a number between -2^53 and 2^53 but got ", value});
}

std::optional<Error> check_positions(std::string_view subject, std::span<const double> values) {
  for (const double value : values) {
    if (auto error = check_position(subject, value)) return error;
  }
  return std::nullopt;
}

std::optional<Error> check_positive(std::string_view subject, double value) {
  if (value > 0 && std::isfinite(value)) return std::nullopt;
  return invalid_argument({subject, " must be a finite number above 0 but got ", value});
}

std::optional<Error> check_whole(std::string_view subject, double value, double smallest,
                                 double largest) {
  if (value == std::trunc(value) && value >= smallest && value <= largest) return std::nullopt;
  return invalid_argument(
      {subject, " must be a whole number from ", smallest, " to ", largest, " but got ", value});
}

std::optional<Error> check_seed(std::string_view subject, double seed) {
  if (seed >= 0 && seed <= max_position && seed == std::floor(seed)) return std::nullopt;
  return invalid_argument({subject, " must be a whole number from 0 to 2^53 but got ", seed});
}

std::optional<Error> check_magnitudes(std::string_view subject, std::span<const double> values) {
  for (const double value : values) {
    if (!(std::abs(value) <= 1e100)) {
      return invalid_argument(
          {subject, " must be a number up to 1e+100 in magnitude but one is ", value});
    }
  }
  return std::nullopt;
}

std::optional<Error> check_size(std::string_view subject, Index rows, Index cols) {
  if (static_cast<std::int64_t>(rows) * static_cast<std::int64_t>(cols) <= max_elements) {
    return std::nullopt;
  }
  return too_large({subject, " would have ", rows, " x ", cols, " elements, but at most ",
                    max_elements, " are computed at once"});
}

std::optional<Error> check_size(std::string_view subject, Index heads, Index rows, Index cols) {
  // In double: the product of three sizes may overflow an integer, and up to max_elements it is exact.
  if (static_cast<double>(heads) * static_cast<double>(rows) * static_cast<double>(cols) <=
      static_cast<double>(max_elements)) {
    return std::nullopt;
  }
  return too_large({subject, " would have ", heads, " x ", rows, " x ", cols,
                    " elements, but at most ", max_elements, " are computed at once"});
}

std::optional<Error> check_components(std::string_view family, std::string_view name,
                                      const Vector& x, std::string_view length_name, Index length) {
  if (x.size() != length) {
    return invalid_argument({family, " `", name, "` must have `", length_name, "` = ", length,
                             " components but has ", x.size()});
  }
  return check_magnitudes(joined({family, " every component of `", name, "`"}),
                          {x.data(), static_cast<std::size_t>(length)});
}

Result<Matrix> to_matrix(double rows, double cols, std::span<const double> elements) {
  POSENC_TRY(r, to_index("[matrix] `rows`", rows));
  POSENC_TRY(c, to_index("[matrix] `cols`", cols));
  if (r < 0 || c < 0 || rows * cols != static_cast<double>(elements.size())) {
    return invalid_argument({"[matrix] there must be `rows` x `cols` = ", rows, " x ", cols,
                             " elements but there are ", elements.size()});
  }
  for (const double element : elements) {
    if (std::isfinite(element)) continue;
    return invalid_argument(
        {"[matrix] every element must be a finite number but one is ", element});
  }
  return Matrix(Eigen::Map<const Matrix>(elements.data(), r, c));
}

Result<std::vector<PositionPair>> to_position_pairs(std::span<const double> positions) {
  if (positions.size() % 2 != 0) {
    return invalid_argument(
        {"[pairs] there must be two `positions` for each pair but there are ", positions.size()});
  }
  std::vector<PositionPair> pairs;
  for (std::size_t n = 0; n < positions.size(); n += 2) {
    pairs.push_back({positions[n], positions[n + 1]});
  }
  return pairs;
}

}  // namespace posenc
