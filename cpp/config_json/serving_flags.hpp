#pragma once

#include <string>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/model_config/engines.hpp"
#include "posenc/model_config/serving.hpp"

/// The change that a plan makes, as arguments of engines that need no changed file.
namespace posenc {

/// A value of an edit as JSON. A whole factor is written with its decimal: engines take 8.0, and some stop at 8.
/// Source: linear_scaling_rope.py of vLLM, which asks for a Python float.
std::string edit_text(const ConfigValue& value);

struct ServingFlags {
  Engine engine;
  std::string flags;
};
POSENC_FIELDS(ServingFlags, engine, flags)

/// For a shell, quoted where needed; engines without such arguments are left out, and those that would not scale.
///   vLLM: --hf-overrides and --max-model-len. What it is given replaces a dictionary unread, so the base and the rotated
///     part are in it.
///   SGLang: --json-model-override-args and --context-length, likewise.
///   llama.cpp: --rope-scaling with its companions, for linear and yarn; its server caps texts at the context length of the
///     file, so --override-kv raises that. ARCH stands for general.architecture where the class does not tell.
/// Source: docs/features/context_extension.md of vLLM, server_args.py of SGLang, common/arg.cpp of llama.cpp, at the commits of
/// release_of.
/// Errors: as read_model_config.
Result<std::vector<ServingFlags>> serving_flags(const ConfigValue& file, const ServingPlan& plan);

}  // namespace posenc
