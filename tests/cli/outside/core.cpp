// What another project does with the core alone.
#include <cstdio>

#include "posenc/encoding/alibi.hpp"

int main() {
  const auto slopes = posenc::alibi_slopes(8);
  if (!slopes) return 1;
  for (const double slope : *slopes) std::printf("%g ", slope);
  std::printf("\n");
}
