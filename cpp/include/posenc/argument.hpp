#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// Checks on arguments that come from outside (JSON, the page): one wording for all of them.
namespace posenc {

/// The largest position, offset or shift: every whole number up to here is exact in a double.
inline constexpr double max_position = 9007199254740992.0;  // 2^53

/// The largest number of elements in one result (512 MiB of doubles): the same limit in every
/// build, so that native and WebAssembly accept the same requests.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
// Under a fuzzer, larger results would find nothing more, only later.
inline constexpr std::int64_t max_elements = std::int64_t{1} << 12;
#else
inline constexpr std::int64_t max_elements = std::int64_t{1} << 26;
#endif

/// `value` for an error message: whole numbers below 1e17 digit for digit, others with up to 15
/// significant digits, e.g. "7", "0.1", "1e+100", "nan".
std::string format_number(double value);

/// `text` in double quotes, cut after 40 characters, for an error message.
std::string quote(std::string_view text);

/// A whole number below 2^31 in magnitude as an Index.
/// @param subject how an error names the value, e.g. "[frequencies] dimension"
Result<Index> to_index(std::string_view subject, double value);

/// How many there are to be: a whole number from 1 up to 2^31 - 1 as an Index.
Result<Index> to_count(std::string_view subject, double value);

/// No error when every value is finite and at most 2^53 in magnitude.
/// @param subject how an error names such a value, e.g. "[sinusoidal] position"
std::optional<Error> check_positions(std::string_view subject, std::span<const double> values);

/// No error when rows * cols is at most max_elements.
std::optional<Error> check_size(std::string_view subject, Index rows, Index cols);

/// The value that `text` names, or an error that lists the names there are.
template <class E, std::size_t N>
Result<E> to_enum(std::string_view subject, std::string_view text, const EnumNames<E, N>& names) {
  std::string expected;
  for (std::size_t n = 0; n < N; ++n) {
    if (names[n].first == text) return names[n].second;
    expected += (n == 0 ? "" : n + 1 == N ? " or " : ", ") + quote(names[n].first);
  }
  return invalid_argument(std::string(subject) + " must be " + expected + " but got " +
                          quote(text));
}

}  // namespace posenc
