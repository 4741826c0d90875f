#include "posenc/grading/hand.hpp"

#include <cmath>
#include <utility>

#include "posenc/argument.hpp"

namespace posenc {

Exercise exercise_of(ExerciseByHand made) {
  return {"", 0, std::move(made.facts), items_of(made.worked),
          [worked = std::move(made.worked)](const Answers& answers) {
            return grade_worked(worked, answers);
          }};
}

std::string written(double number) { return format_number(std::round(number * 1e6) / 1e6 + 0.0); }

std::string factor(double number) {
  const std::string text = written(number);
  return text.starts_with('-') ? joined({"(", text, ")"}) : text;
}

std::string written_product(const Vector& one, const Vector& other) {
  std::string text;
  for (Index n = 0; n < one.size(); ++n) {
    text += joined(
        {n == 0 ? "" : " + ", n == 0 ? written(one[n]) : factor(one[n]), "*", factor(other[n])});
  }
  return text;
}

std::string written_rotation(const Vector& x, Index component, double angle) {
  const bool is_first = component % 2 == 0;
  const Index first = is_first ? component : component - 1;
  const std::string by = written(angle);
  return joined({written(x[first]), is_first ? "*cos(" : "*sin(", by, is_first ? ") - " : ") + ",
                 factor(x[first + 1]), is_first ? "*sin(" : "*cos(", by, ")"});
}

std::string rotation_hint(const std::string& vector, Index component) {
  const bool is_first = component % 2 == 0;
  const Index first = is_first ? component : component - 1;
  return joined({vector, "[", first, is_first ? "] cos - " : "] sin + ", vector, "[", first + 1,
                 is_first ? "] sin." : "] cos."});
}

std::string written_frequency(double base, Index pair, Index d) {
  return joined({base, "^(-2*", pair, "/", d, ")"});
}

std::string listed(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ", ") + format_number(number);
  return text;
}

}  // namespace posenc
