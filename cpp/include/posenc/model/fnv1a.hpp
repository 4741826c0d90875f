#pragma once

#include <cstdint>

namespace posenc {

/// FNV-1a, 64 bits: detects damage, not tampering. Source: draft-eastlake-fnv-17, section 2.
class Fnv1a {
 public:
  void add(std::uint8_t byte) { hash_ = (hash_ ^ byte) * 1099511628211U; }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 14695981039346656037U;
};

}  // namespace posenc
