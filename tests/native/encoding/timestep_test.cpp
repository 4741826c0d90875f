#include "posenc/encoding/timestep.hpp"

#include "test.hpp"

TEST_CASE("both embeddings of a timestep are unit points on d/2 circles, the halves swapped") {
  const std::array steps{0.0, 1.0, 17.5, 999.0};
  const Matrix ddpm = *timestep_embedding(8, 10000, TimestepConvention::ddpm, steps);
  const Matrix adm = *timestep_embedding(8, 10000, TimestepConvention::adm, steps);
  for (Index row = 0; row < 4; ++row) {
    for (const Matrix* table : {&ddpm, &adm}) {
      CHECK(table->row(row).squaredNorm() == doctest::Approx(4).epsilon(1e-14));
    }
    // The first frequency is 1 in both.
    CHECK(adm(row, 4) == ddpm(row, 0));
    CHECK(adm(row, 0) == ddpm(row, 4));
  }
  // The last frequency is 1/10000 in DDPM alone.
  CHECK(ddpm(3, 3) == doctest::Approx(std::sin(0.0999)).epsilon(1e-13));
  CHECK(adm(3, 7) == doctest::Approx(std::sin(0.999)).epsilon(1e-13));
}

TEST_CASE("an odd width ends with zeros") {
  const std::array steps{3.0, 4.0};
  for (const TimestepConvention convention : {TimestepConvention::ddpm, TimestepConvention::adm}) {
    const Matrix odd = *timestep_embedding(9, 10000, convention, steps);
    CHECK(odd.leftCols(8) == *timestep_embedding(8, 10000, convention, steps));
    CHECK(odd.col(8).isZero(0));
  }
}

TEST_CASE("what cannot be an embedding of timesteps is named") {
  const std::array steps{1.0};
  const auto message = [](double dimension, double max_period, double step) {
    const std::array one{step};
    return timestep_embedding(dimension, max_period, TimestepConvention::ddpm, one).error().message;
  };
  CHECK(message(1, 10000, 1) ==
        "[timestep] dimension must be a whole number of at least 2 but got 1");
  CHECK(message(8, 0, 1).starts_with("[timestep] max_period must be"));
  CHECK(message(8, 1e-300, 1).find("max_period") != std::string::npos);
  CHECK(message(8, 10000, NAN).starts_with("[timestep] each of timesteps must be"));
  CHECK(timestep_embedding(1e9, 10000, TimestepConvention::ddpm, steps).error().code ==
        ErrorCode::too_large);
  CHECK(to_timestep_convention("dit").error().message.starts_with("[timestep] convention must be"));
}
