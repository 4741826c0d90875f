#include "times.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace posenc::bench {

double milliseconds(const std::function<void()>& call) {
  const auto start = std::chrono::steady_clock::now();
  call();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  return time.count();
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

Times times_of(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  return {least, median(values), most};
}

}  // namespace posenc::bench
