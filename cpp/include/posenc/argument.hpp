#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "posenc/enum_names.hpp"
#include "posenc/error.hpp"
#include "posenc/matrix.hpp"

/// Checks on arguments that come from outside (JSON, the page): one wording for all of them.
namespace posenc {

/// The largest position, offset or shift: every whole number up to here is exact in a double.
inline constexpr double max_position = 9007199254740992.0;  // 2^53

/// The largest number of elements in one result (512 MiB of doubles): the same limit in every
/// build, so that native and WebAssembly accept the same requests. (Not constexpr: a fuzz target
/// brings a smaller one.)
extern const std::int64_t max_elements;

/// `text` in double quotes, cut after 40 characters, for an error message.
std::string quote(std::string_view text);

/// A whole number below 2^31 in magnitude as an Index.
/// @param subject how an error names the value, e.g. "[frequencies] `dimension`"
Result<Index> to_index(std::string_view subject, double value);

/// How many there are to be: a whole number from 1 up to 2^31 - 1 as an Index.
Result<Index> to_count(std::string_view subject, double value);

/// A positive whole number divisible by `divisor`, below 2^31, as an Index.
Result<Index> to_multiple(std::string_view subject, double value, Index divisor);

/// No error when the value is finite and at most 2^53 in magnitude.
std::optional<Error> check_position(std::string_view subject, double value);

/// No error when every value is.
/// @param subject how an error names one of them, e.g. "[sinusoidal] each of `positions`"
std::optional<Error> check_positions(std::string_view subject, std::span<const double> values);

/// No error when rows * cols is at most max_elements; each below 2^31.
/// @param subject how an error names what would be too large, e.g. "[similarity] the matrix"
std::optional<Error> check_size(std::string_view subject, Index rows, Index cols);

/// The same for heads * rows * cols.
std::optional<Error> check_size(std::string_view subject, Index heads, Index rows, Index cols);

/// No error for a finite number above 0.
std::optional<Error> check_positive(std::string_view subject, double value);

/// No error for a whole number from smallest to largest, both included.
std::optional<Error> check_whole(std::string_view subject, double value, double smallest,
                                 double largest);

/// No error for a whole number from 0 to 2^53: the seed of a Random.
std::optional<Error> check_seed(std::string_view subject, double seed);

/// A matrix from its elements, row by row.
/// Errors: rows or cols that are not whole numbers from 0 on; another number of elements; one that is not
/// finite.
Result<Matrix> to_matrix(double rows, double cols, std::span<const double> elements);

/// Pairs from the two positions of each in turn. Errors: an odd number of positions.
Result<std::vector<PositionPair>> to_position_pairs(std::span<const double> positions);

/// No error when every value is at most 1e100 in magnitude: products of two such, and long sums of them,
/// stay within the range of a double.
/// @param subject how an error names all of them, e.g. "[rotary] every component of `q`"
std::optional<Error> check_magnitudes(std::string_view subject, std::span<const double> values);

/// No error for a vector of that many components, each of which check_magnitudes accepts.
/// @param family      how an error begins, e.g. "[rotary]"
/// @param name        how it names the vector, e.g. "q"
/// @param length_name how it names the length, e.g. "head_dim"
std::optional<Error> check_components(std::string_view family, std::string_view name,
                                      const Vector& x, std::string_view length_name, Index length);

/// Which of the names `text` is, or an error that lists them.
Result<std::size_t> to_choice(std::string_view subject, std::string_view text,
                              std::span<const std::string_view> names);

/// The value that `text` names, or an error that lists the names there are.
template <class E, std::size_t N>
Result<E> to_enum(std::string_view subject, std::string_view text, const EnumNames<E, N>& names) {
  std::array<std::string_view, N> texts;
  for (std::size_t n = 0; n < N; ++n) texts[n] = names[n].first;
  POSENC_TRY(choice, to_choice(subject, text, texts));
  return names[choice].second;
}

}  // namespace posenc

/// Names an enumeration as POSENC_NAMES does, and declares the function that reads a name, to_slope_rule for the stem
/// slope_rule. Its errors: an unknown name.
/// @param subject how an error names what is read, e.g. "[alibi] `rule`"
#define POSENC_CHOICE(Enum, stem, subject, ...) \
  POSENC_NAMES(Enum, stem##_names, __VA_ARGS__) \
  POSENC_CHOICE_FUNCTION(Enum, to_##stem, subject)

/// That function alone, for an enumeration that has its names.
#define POSENC_CHOICE_FUNCTION(Enum, function, subject)                                      \
  inline posenc::Result<Enum> function(std::string_view name) {                              \
    return posenc::to_enum(subject, name, names_of(std::type_identity<Enum>()));             \
  }                                                                                          \
  inline posenc::Result<Enum> value_named(std::type_identity<Enum>, std::string_view name) { \
    return function(name);                                                                   \
  }
