// CPNGFilters: the filters of PNG, which write a row of samples as what it differs from its
// neighbours.
//
// In:   a row and the one before it, each behind a pixel of zeros.
// Out:  the row filtered, and the sum by which filters are chosen.
// Path: one loop for each filter, plain enough for the compiler to do sixteen bytes at a time,
//       which Swift's own does not.
//
// (Portable Network Graphics Specification, 2nd edition, 2003, sections 9.2 and 12.8.)

#ifndef CPNGFILTERS_H
#define CPNGFILTERS_H

#include <stddef.h>
#include <stdint.h>

/// Filters: 0 none, 1 sub, 2 up, 3 average, 4 Paeth.
enum { CPF_FILTERS = 5 };

/// Writes a row filtered.
/// - row, before: the first byte of a row of `count` bytes; as many zeros as a pixel has bytes
///   stand before each.
/// - pixel: bytes of a pixel.
/// Returns the sum of the written bytes' distances from 0, up or down.
uint64_t cpf_filter(int filter, const uint8_t *row, const uint8_t *before, uint8_t *out, size_t count, size_t pixel);

#endif
