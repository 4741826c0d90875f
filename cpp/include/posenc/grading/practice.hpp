#pragma once

#include "posenc/grading/hand.hpp"

/// The lesson's practice by hand and with a calculator. Each has a fixed form (seed 0) and drawn variants.
namespace posenc {

/// In which bin of the DFT over `count` positions one dimension of the sinusoidal table peaks.
/// Items: "pair", "wavelength", "bin". Waves are chosen such that the bin nearest to count / wavelength is the
/// peak of column_spectrum.
ExerciseByHand dft_peak(Seed seed);

/// The cosine similarity of sinusoidal encodings at three distances, and once more at the second distance for two
/// positions far from 0. Items: "s(1)", "s(5)", "s(10)", "s(100, 105)" in the fixed form, d = 64.
ExerciseByHand similarities(Seed seed);

/// M_k for d = 4, entry by entry. Items: "M[0][1]" (group "M[0]"). The transposed matrix, for row vectors, and
/// the matrix for columns with all sines first are right under another convention.
ExerciseByHand shift_matrix_entries(Seed seed);

/// ALiBi's slopes for a number of heads that is a power of two, and for one that is not. Items: "m(8)[0]"
/// (group "m(8)"), "m(6)[0]". The paper's sentence taken literally, where the released code follows
/// another rule, is a convention.
ExerciseByHand slopes_of_heads(Seed seed);

/// A learned table of L_max rows of d numbers. Items: "parameters", "last" (the last position that it knows).
ExerciseByHand table_parameters(Seed seed);

/// How many pairs of a shipped model never complete a turn within the length that its config claims. Items: "pairs"
/// (that rotate), "turn" (the pair, not rounded, that completes exactly one turn), "unfinished". In the models that are
/// drawn, all unfinished pairs are slowed by the whole factor, whatever the type of scaling.
ExerciseByHand unfinished_of_config(Seed seed);

}  // namespace posenc
