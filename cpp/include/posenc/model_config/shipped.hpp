#pragma once

#include <string_view>

namespace posenc {

/// The models that ship with the library, as JSON: a list of {"name", "kind", "layout", "config", "source", "certainty"}.
/// certainty: "published" (the config as its makers published it, seen quoted), "class defaults" (what the class in
/// Transformers fills in), "composed" (put together from several public files).
std::string_view shipped_models_json();

}  // namespace posenc
