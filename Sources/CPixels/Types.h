#ifndef CPIXELS_TYPES_H
#define CPIXELS_TYPES_H

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#include "CPixels.h"

#pragma STDC FP_CONTRACT OFF
// All that takes or gives vectors by value is inlined: no calling convention is concerned.
#pragma clang diagnostic ignored "-Wpsabi"

#ifndef __LITTLE_ENDIAN__
#error "Texels are read as little-endian words."
#endif

typedef float F8 __attribute__((vector_size(32)));
typedef F8 F8U __attribute__((aligned(4)));
typedef float F4 __attribute__((vector_size(16)));
typedef int32_t I4 __attribute__((vector_size(16)));
typedef int32_t I8 __attribute__((vector_size(32)));
typedef I8 I8U __attribute__((aligned(4)));
typedef uint32_t U8 __attribute__((vector_size(32)));
typedef int16_t W8 __attribute__((vector_size(16)));
typedef W8 W8U __attribute__((aligned(2)));
typedef int16_t W16 __attribute__((vector_size(32)));
typedef W16 W16U __attribute__((aligned(2)));
typedef int32_t I16 __attribute__((vector_size(64)));
typedef double D4 __attribute__((vector_size(32)));
typedef int64_t L4 __attribute__((vector_size(32)));

// Stores past the caches are seen by other threads from here on.
#if defined(__x86_64__)
#define CP_STORED() __builtin_ia32_sfence()
#else
#define CP_STORED() ((void)0)
#endif

#define CP_ARCTAN_0 0.159154941f
#define CP_ARCTAN_1 -0.0530512235f
#define CP_ARCTAN_2 0.0318190259f
#define CP_ARCTAN_3 -0.022604093f
#define CP_ARCTAN_4 0.0169289199f
#define CP_ARCTAN_5 -0.0119293719f
#define CP_ARCTAN_6 0.00677802824f
#define CP_ARCTAN_7 -0.00254727972f
#define CP_ARCTAN_8 0.000451055342f

#endif
