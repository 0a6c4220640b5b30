/* Counts the calls of malloc and its kin in a program that loads this first, and prints their number when it ends. */
#include "../../Tests/AllocationCount/AllocationCount.c"

#include <stdio.h>

__attribute__((destructor)) static void print(void) {
  fprintf(stderr, "allocations %ld\n", allocationsOfProgram());
}
