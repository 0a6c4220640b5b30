// The same with the wider vectors of AVX2, without fused multiply-add, which would round otherwise.
#include <stdlib.h>

#include "PathTypes.h"
#include "Types.h"

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#define CP(name) name##_avx2
#define CP_IS_AVX2 1

#include "Kernels.h"

#pragma clang attribute pop

const CPKernels *cp_kernels_avx2(void) { return __builtin_cpu_supports("avx2") ? &kernels_avx2 : NULL; }

#else

const CPKernels *cp_kernels_avx2(void) { return NULL; }

#endif
