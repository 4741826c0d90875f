#include "posenc/grading/quiz_topics.hpp"

#include <array>

#include "posenc/encoding/learned.hpp"

// Learned tables.
namespace posenc::quiz_topics {
namespace {

using enum Stated;

/// Whether the row past the last of 512 is this one.
template <class Row>
bool row_512_is(Row row) {
  const Matrix table = learned(512, 8);
  const auto found = look_up(table, std::array{512.0});
  return found.has_value() && alike(found->row(0), row(table));
}

constexpr QuizEntry questions_on_tables[] = {
    {"table-size",
     {{{"sum", [] { return learned(128, 32).size() == 128 + 32; }},
       {"product", [] { return learned(128, 32).size() == 128 * 32; }},
       {"width", [] { return learned(128, 32).size() == 32; }},
       {"none", [] { return learned(128, 32).size() == 0; }}}}},
    {"past-table",
     {{{"last-row", [] { return row_512_is([](const Matrix& table) { return table.row(511); }); }},
       {"zeros",
        [] {
          return row_512_is(
              [](const Matrix& table) { return Vector::Zero(table.cols()).transpose(); });
        }},
       {"error", [] { return !look_up(learned(512, 8), std::array{512.0}).has_value(); }},
       {"mean",
        [] { return row_512_is([](const Matrix& table) { return table.colwise().mean(); }); }}}}},
};

}  // namespace

std::span<const QuizEntry> learned_questions() { return questions_on_tables; }

}  // namespace posenc::quiz_topics
