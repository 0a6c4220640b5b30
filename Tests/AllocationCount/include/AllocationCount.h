#pragma once
#include <stdbool.h>

/* Whether allocations are counted: not with a C library other than glibc, nor under sanitizers, which have a malloc of their own. */
bool countsAllocations(void);

/* Calls of malloc and its kin that the calling thread has made. */
long allocationsOfThread(void);

/* Those of all threads. */
long allocationsOfProgram(void);
