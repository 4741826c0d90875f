#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

/// Calls work(0), work(1), .. work(count - 1) on all processors; returns when all are done.
template <class Work>
void in_parallel(std::size_t count, const Work& work) {
  std::atomic<std::size_t> next{0};
  const auto run = [&] {
    for (std::size_t n = next++; n < count; n = next++) work(n);
  };
  std::vector<std::thread> others;
#ifndef __EMSCRIPTEN__
  const std::size_t workers = std::min<std::size_t>(std::thread::hardware_concurrency(), count);
  for (std::size_t n = 1; n < workers; ++n) others.emplace_back(run);
#endif
  run();
  for (std::thread& other : others) other.join();
}
