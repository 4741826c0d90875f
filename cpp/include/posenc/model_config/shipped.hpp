#pragma once

#include <string_view>

namespace posenc {

/// The models that ship with the library, as JSON: a list of {"name", "kind", "layout", "config", "source", "certainty"}.
/// certainty: "published" (the config as its makers published it), "class defaults" (what the class in Transformers fills in),
/// "composed" (put together from several public files). What is published, but was not seen in the makers' own repository, has
/// "copy", too: "mirror" (the file kept in another repository), "quoted" (in other people's code or issues).
std::string_view shipped_models_json();

}  // namespace posenc
