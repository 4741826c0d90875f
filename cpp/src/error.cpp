#include "posenc/error.hpp"

namespace posenc {

Error invalid_argument(std::string message) {
  return {ErrorCode::invalid_argument, std::move(message)};
}

Error too_large(std::string message) { return {ErrorCode::too_large, std::move(message)}; }

}  // namespace posenc
