// Any bytes as what training gets from outside, by the first of them: the characters of a text, a checkpoint, or the
// options of posenc train. What is understood keeps its promises, and the rest is refused for a reason.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bad_input.hpp"
#include "posenc/argument.hpp"
#include "posenc/model/trainer.hpp"
#include "require.hpp"
#include "split.hpp"
#include "train.hpp"

// Enough for a tiny model.
const std::int64_t posenc::max_elements = std::int64_t{1} << 18;

namespace {

using posenc::Text;
using posenc::Trainer;

std::vector<std::uint8_t> repeated(std::string_view part) {
  std::vector<std::uint8_t> bytes;
  while (bytes.size() < static_cast<std::size_t>(posenc::min_text_bytes)) {
    bytes.insert(bytes.end(), part.begin(), part.end());
  }
  return bytes;
}

const std::shared_ptr<const Text>& known_text() {
  static const auto text = std::make_shared<const Text>(*Text::make(repeated("call me ishmael. ")));
  return text;
}

void check_text(std::string_view part) {
  if (part.empty()) return;
  const auto bytes = repeated(part);
  const auto text = Text::make(bytes);
  if (!text) {
    require(!text.error().message.empty(), "an error says what is wrong with a text");
    return;
  }
  require(text->symbols() >= 39 && text->symbols() <= posenc::max_alphabet, "an alphabet fits");
  const auto levels = text->levels();
  require(levels.single > 0 && std::isfinite(levels.pair), "levels are numbers");
  const auto tokens = text->encode({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  require(tokens.has_value(), "a text can be encoded by its own alphabet");
  require(static_cast<posenc::Index>(tokens->size()) == text->characters(),
          "and has as many tokens as characters");
  const auto known = text->training();
  require(std::equal(known.begin(), known.end(), tokens->begin()), "which are the same");
  require(!text->decode(*tokens).empty(), "and can be written down");
}

/// The bytes as the inside of a checkpoint, with the mark at its start and the checksum that they have.
std::vector<std::uint8_t> sealed(std::string_view inside) {
  const std::string_view mark = "POSENCTR";
  std::vector<std::uint8_t> bytes(mark.begin(), mark.end());
  bytes.insert(bytes.end(), inside.begin(), inside.end());
  std::uint64_t hash = 14695981039346656037U;
  for (const std::uint8_t byte : bytes) hash = (hash ^ byte) * 1099511628211U;
  for (unsigned shift = 0; shift < 64; shift += 8) {
    bytes.push_back(static_cast<std::uint8_t>(hash >> shift));
  }
  return bytes;
}

void check_checkpoint(std::string_view inside) {
  const auto bytes = sealed(inside);
  for (const auto& text : {std::shared_ptr<const Text>(), known_text()}) {
    auto trainer = Trainer::from_checkpoint(bytes, text);
    if (!trainer) {
      require(!trainer.error().message.empty(), "an error says what is wrong with a checkpoint");
      continue;
    }
    Trainer opened = std::move(trainer).value();
    const auto again = Trainer::from_checkpoint(opened.checkpoint(), text);
    require(again && again->checkpoint() == opened.checkpoint(), "a checkpoint is what was opened");
    const auto& options = opened.options();
    if (options.batch * options.train_longest <= 256) static_cast<void>(opened.step(1));
  }
}

void check_options(std::string_view line) {
  Arguments arguments;
  for (const std::string_view part : split(line)) arguments.emplace_back(part);
  try {
    const TrainCommand command(arguments);
  } catch (const BadInput& error) {
    require(std::strlen(error.what()) > 0, "an error says what is wrong with options");
  } catch (const HelpRequest& request) {
    require(!request.text.empty(), "help has a text");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 't':
      check_text(rest);
      break;
    case 'c':
      check_checkpoint(rest);
      break;
    case 'o':
      check_options(rest);
      break;
    default:
      break;
  }
  return 0;
}
