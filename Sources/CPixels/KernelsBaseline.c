// The instructions of every processor of the architecture: SSE2, NEON.
#include <stdlib.h>

#include "PathTypes.h"
#include "Types.h"

#define CP(name) name##_baseline

#include "Kernels.h"

const CPKernels *cp_kernels_baseline(void) { return &kernels_baseline; }
