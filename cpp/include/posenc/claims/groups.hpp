#pragma once

#include <array>
#include <span>
#include <string_view>

#include "posenc/claims/claim_set.hpp"

/// The claims in groups, by what their experiments have in common. For the lesson's page each is a module of its own,
/// which is loaded when a claim of the group is tried (cpp/wasm/CMakeLists.txt).
namespace posenc {

namespace claim_subjects {

inline constexpr SubjectClaims first[]{order_claims, wave_claims};
inline constexpr SubjectClaims schemes[]{
    vector_claims, rotation_claims, rotary_position_claims, rotary_frequency_claims,
    bias_claims,   cost_claims,     released_model_claims};
inline constexpr SubjectClaims uses[]{real_model_claims, long_text_claims, grid_claims,
                                      continuous_claims};
inline constexpr SubjectClaims trained[]{
    base_claims,          hash_claims,           trained_without_positions_claims,
    trained_table_claims, trained_rotary_claims, trained_alibi_claims,
    trained_book_claims,  trained_layer_claims};

}  // namespace claim_subjects

struct ClaimGroup {
  std::string_view name;
  std::span<const SubjectClaims> subjects;
};

/// Each claim is in one of them.
inline constexpr std::array claim_groups{
    ClaimGroup{"first", claim_subjects::first},  // those at the top of the page with all claims
    ClaimGroup{"schemes", claim_subjects::schemes},
    ClaimGroup{"uses", claim_subjects::uses},        // models, long texts, images, timesteps
    ClaimGroup{"trained", claim_subjects::trained},  // subjects with claims on trained models
};

}  // namespace posenc
