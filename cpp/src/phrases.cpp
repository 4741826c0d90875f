#include "posenc/phrases.hpp"

namespace posenc {

std::string filled(std::string_view words, std::initializer_list<MessagePart> parts) {
  std::string text;
  add_filled(text, words, parts.begin());
  return text;
}

void add_filled(std::string& text, std::string_view words, const MessagePart* parts) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::size_t place = place_at(words, at);
    if (place == 0) {
      text += words[at];
      continue;
    }
    text += joined({parts[place - 1]});
    at += 2;
  }
}

}  // namespace posenc
