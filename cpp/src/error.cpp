#include "posenc/error.hpp"

namespace posenc {

std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid-argument";
    case ErrorCode::too_large:
      return "too-large";
  }
  return "";
}

Error invalid_argument(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message)};
}

Error too_large(std::string message) { return {ErrorCode::too_large, std::move(message)}; }

}  // namespace posenc
