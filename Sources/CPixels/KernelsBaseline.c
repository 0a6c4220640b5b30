// The instructions of every processor of the architecture: SSE2, NEON.
#include <stdlib.h>

#include "PathTypes.h"
#include "Types.h"

#define CP(name) name##_baseline
#define CP_IS_AVX2 0

#include "Kernels.h"

const CPKernels *cp_kernels_baseline(void) { return &kernels_baseline; }
