// Prints the table "table_d4" of tests/reference/sinusoidal.json, what the core says to an odd
// dimension, and a grade.
#include <array>
#include <cstdio>

#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/grading/exercise.hpp"

int main() {
  constexpr double base = 10000;
  const auto frequencies = posenc::GeometricFrequencies::make(4, base);
  if (!frequencies) return 1;
  const auto table =
      posenc::sinusoidal_table(*frequencies, std::array<double, 8>{0, 1, 2, 3, 4, 5, 6, 7});
  if (!table) return 1;
  for (const auto& row : table->rowwise()) {
    for (const double value : row) std::printf("%.17g ", value);
    std::printf("\n");
  }

  const auto odd = posenc::GeometricFrequencies::make(7, base);
  if (odd) return 1;
  std::printf("%s\n", odd.error().message.c_str());

  const auto exercise = posenc::find_exercise("e13.1");
  if (!exercise) return 1;
  const auto grade = posenc::grade(*exercise, {{"PE(0)[1]", "cos 0"}});
  if (!grade) return 1;
  std::printf("%g of %d\n", grade->score, grade->max);
}
