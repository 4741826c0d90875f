#pragma once

#include "bad_input.hpp"
#include "test.hpp"

/// What a call rejects its input with; fails the test if it accepts it.
template <class Call>
std::string message_of(Call call) {
  try {
    static_cast<void>(call());
  } catch (const BadInput& bad) {
    return bad.what();
  }
  FAIL("accepted");
  return "";
}
