#pragma once

#include <doctest/doctest.h>

/// CAPTURE for a name from a structured binding: what CAPTURE makes is a lambda, and clang before 16
/// lets none take such a name.
#define CAPTURE_BOUND(name)          \
  const auto& name##_bound = (name); \
  INFO(#name " := ", name##_bound)
