#pragma once

#include <cstring>

#include "posenc/model/trainer.hpp"
#include "test.hpp"

/// The places of values in a checkpoint, for tests that change them.

using Bytes = std::vector<std::uint8_t>;

inline constexpr std::size_t at_version = 8;
inline constexpr std::size_t at_options = 12;
/// Two choices and five numbers come before it.
inline constexpr std::size_t at_seed = at_options + 2 * 4 + 5 * 8;

/// The two generators: before three tables of as many floats as there are parameters, and the checksum.
inline std::size_t at_generators(const Bytes& bytes, const posenc::Trainer& trainer) {
  return bytes.size() - 8 - 3 * (8 + 4 * trainer.model().parameters().size()) - 64;
}

inline std::size_t at_m(const Bytes& bytes, const posenc::Trainer& trainer) {
  return at_generators(bytes, trainer) + 64 + 2 * 8 + 4 * trainer.model().parameters().size();
}

inline Bytes part(const Bytes& bytes, std::size_t from, std::size_t count) {
  const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

template <class T>
void put(Bytes& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

/// With the checksum (FNV-1a) that belongs to it.
inline Bytes sealed(Bytes bytes) {
  std::uint64_t hash = 14695981039346656037U;
  for (std::size_t n = 0; n + 8 < bytes.size(); ++n) hash = (hash ^ bytes[n]) * 1099511628211U;
  put(bytes, bytes.size() - 8, hash);
  return bytes;
}

inline const std::string damaged =
    "[checkpoint] the file is damaged: its checksum does not match its contents";
