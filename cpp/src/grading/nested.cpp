#include "posenc/grading/nested.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>

#include "posenc/argument.hpp"
#include "posenc/expression.hpp"

namespace posenc {
namespace {

constexpr std::size_t level_count = max_levels;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_name(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

/// A short name such as None as it is, anything else in quotes and cut short.
std::string shown(std::string_view text) {
  constexpr std::size_t longest_name = 40;
  return text.size() <= longest_name && is_name(text) ? std::string(text) : quote(text);
}

/// Whether `text` is a number in Python's notation: a sign, digits, a point, an exponent.
bool is_number(std::string_view text) {
  std::size_t at = 0;
  const auto skip = [&](auto is) {
    const std::size_t first = at;
    while (at < text.size() && is(text[at])) ++at;
    return at - first;
  };
  const auto skip_one = [&](std::string_view of) {
    if (at < text.size() && of.find(text[at]) != std::string_view::npos) ++at;
  };
  skip_one("+-");
  std::size_t digits = skip(is_digit);
  skip_one(".");
  digits += skip(is_digit);
  if (digits == 0) return false;
  if (at == text.size()) return true;
  if (text[at] != 'e' && text[at] != 'E') return false;
  ++at;
  skip_one("+-");
  return skip(is_digit) > 0 && at == text.size();
}

std::optional<double> read_number(std::string_view text) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "inf") return infinity;
  if (text == "-inf") return -infinity;
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "True") return 1;
  if (text == "False") return 0;
  if (!is_number(text)) return std::nullopt;
  const auto expression = Expression::parse(text);
  if (!expression) return std::nullopt;
  const auto value = expression->evaluate();
  return value ? std::optional(*value) : std::nullopt;
}

/// "row 1, column 2" of lists nested `rank` deep, for as many indices as there are.
std::string place_in(std::size_t rank, std::span<const Index> indices) {
  constexpr std::array<std::string_view, level_count> names{"head", "row", "column"};
  if (rank == 1) return joined({"component ", indices.front()});
  std::string text;
  for (std::size_t level = 0; level < indices.size(); ++level) {
    text +=
        joined({level == 0 ? "" : ", ", names[level_count - rank + level], " ", indices[level]});
  }
  return text;
}

class NestedParser {
 public:
  explicit NestedParser(std::string_view text) : text_(text) {}

  Result<Nested> parse() {
    bool is_done = false;
    while (!is_done) {
      skip_space();
      std::optional<Error> error;
      if (is_open()) {
        error = open();
        if (error) return *std::move(error);
        continue;
      }
      error = is_close() ? close() : number();
      if (error) return *std::move(error);
      // A value has ended, and perhaps some of the lists around it.
      for (bool is_value_next = false; !is_done && !is_value_next;) {
        skip_space();
        if (depth_ == 0) {
          if (!at_end())
            return invalid_argument({"nothing may follow the result but there is ", rest()});
          is_done = true;
        } else if (at_end()) {
          return invalid_argument({"the result ends within a list: a closing bracket is missing"});
        } else if (text_[at_] == ',') {
          ++at_;
          is_value_next = true;
        } else if (!is_close()) {
          return invalid_argument({"there must be a comma or a closing bracket before ", rest()});
        } else if ((error = close())) {
          return *std::move(error);
        }
      }
    }
    Nested nested;
    const std::size_t rank = rank_.value_or(0);
    for (std::size_t level = 0; level < rank; ++level) {
      nested.shape.push_back(extents_[level].value_or(0));
    }
    nested.values = Eigen::Map<const Vector>(values_.data(), static_cast<Index>(values_.size()));
    return nested;
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  void skip_space() {
    while (!at_end() && is_space(text_[at_])) ++at_;
  }
  bool is_open() const { return !at_end() && (text_[at_] == '[' || text_[at_] == '('); }
  bool is_close() const { return depth_ > 0 && !at_end() && text_[at_] == closing_[depth_ - 1]; }
  std::string rest() const { return quote(text_.substr(at_)); }

  std::string place(std::size_t depth) const {
    return place_in(rank_.value_or(depth), std::span(counts_).first(depth));
  }

  std::optional<Error> open() {
    if (depth_ == level_count) {
      return invalid_argument({"lists are nested more than ", max_levels, " levels deep"});
    }
    if (rank_ && depth_ == *rank_) {
      if (depth_ == 0)
        return invalid_argument({"nothing may follow the result but there is ", rest()});
      return invalid_argument({place(depth_), " must be a number but is a list"});
    }
    closing_[depth_] = text_[at_] == '[' ? ']' : ')';
    counts_[depth_] = 0;
    ++depth_;
    ++at_;
    return std::nullopt;
  }

  std::optional<Error> close() {
    const std::size_t level = depth_ - 1;
    const Index count = counts_[level];
    if (!rank_) rank_ = depth_;
    if (!extents_[level]) extents_[level] = count;
    if (const Index first = *extents_[level]; count != first) {
      constexpr std::array<Index, level_count> zeros{};
      const std::string_view unit = depth_ == *rank_ ? "number" : "row";
      return invalid_argument({place(level), " has ", count, " ", unit, count == 1 ? "" : "s",
                               " but ", place_in(*rank_, std::span(zeros).first(level)), " has ",
                               first});
    }
    ++at_;
    --depth_;
    if (depth_ > 0) ++counts_[depth_ - 1];
    return std::nullopt;
  }

  std::optional<Error> number() {
    const std::string_view tail = text_.substr(at_);
    std::string_view token = tail.substr(0, tail.find_first_of(",])"));
    while (!token.empty() && is_space(token.back())) token.remove_suffix(1);
    const auto value = read_number(token);
    if (!value) {
      if (token.empty()) token = tail.substr(0, 1);
      return invalid_argument({"the result must be nested lists of numbers but ",
                               depth_ == 0 ? "got " : "one element is ",
                               token.empty() ? "nothing" : shown(token)});
    }
    if (rank_ && depth_ != *rank_) {
      return invalid_argument({place(depth_), " must be a list but is a number"});
    }
    if (values_.size() == static_cast<std::size_t>(max_numbers)) {
      return invalid_argument({"the result has more than ", max_numbers, " numbers"});
    }
    rank_ = depth_;
    values_.push_back(*value);
    at_ += token.size();
    if (depth_ > 0) ++counts_[depth_ - 1];
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  /// How many lists are open; which bracket closes each, and how many elements each has by now.
  std::size_t depth_ = 0;
  std::array<char, level_count> closing_{};
  std::array<Index, level_count> counts_{};
  /// Known once the first list of each level has ended: how many levels there are, and how long the lists are.
  std::optional<std::size_t> rank_;
  std::array<std::optional<Index>, level_count> extents_{};
  std::vector<double> values_;
};

}  // namespace

Result<Nested> parse_nested(std::string_view text) { return NestedParser(text).parse(); }

std::string shape_text(const std::vector<Index>& shape) {
  if (shape.empty()) return "a single number";
  if (shape.size() == 1) return joined({shape[0], shape[0] == 1 ? " number" : " numbers"});
  std::string text;
  for (const Index extent : shape) text += joined({text.empty() ? "" : " x ", extent});
  return text;
}

std::string place_text(const std::vector<Index>& shape, Index place) {
  if (shape.empty()) return "";
  std::array<Index, level_count> indices{};
  for (std::size_t level = shape.size(); level-- > 0;) {
    indices[level] = place % shape[level];
    place /= shape[level];
  }
  return place_in(shape.size(), std::span(indices).first(shape.size()));
}

}  // namespace posenc
