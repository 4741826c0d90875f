#pragma once

#include <memory>

#include "posenc/model/text.hpp"
#include "posenc/random.hpp"
#include "test.hpp"

/// Texts for tests.

inline std::vector<std::uint8_t> bytes_of(std::string_view text) {
  return {text.begin(), text.end()};
}

/// 24,000 bytes in which the next letter nearly follows from the one before.
inline std::string sample_characters() {
  posenc::Random random(1);
  std::string text;
  while (text.size() < 24'000) {
    constexpr std::string_view words[] = {"the ",    "whale ", "sails ", "on, ",
                                          "and on ", "sea.\n", "a mast "};
    text += words[random.below(7)];
  }
  text.resize(24'000);
  return text;
}

inline std::shared_ptr<const posenc::Text> sample_text() {
  static const auto text =
      std::make_shared<const posenc::Text>(*posenc::Text::make(bytes_of(sample_characters())));
  return text;
}
