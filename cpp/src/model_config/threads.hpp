#pragma once

#include <string_view>

#include "posenc/model_config/report.hpp"

namespace posenc::model_config {

/// A thread on GitHub: "QwenLM/Qwen3#1567".
Thread thread(std::string_view repository, int number);

}  // namespace posenc::model_config
