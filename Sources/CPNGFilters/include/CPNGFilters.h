// CPNGFilters: the filters of PNG, which write a row of samples as what it differs from its
// neighbours, and the recognition of flat graphics.
//
// In:   a row and the one before it, each behind a pixel of zeros; or a row of RGBA pixels.
// Out:  the row filtered, and the sum by which filters are chosen; or its colours without alpha.
// Path: one loop for each filter, plain enough for the compiler to do sixteen bytes at a time,
//       which Swift's own does not.
//
// (Portable Network Graphics Specification, 2nd edition, 2003, sections 9.2 and 12.8.)

#ifndef CPNGFILTERS_H
#define CPNGFILTERS_H

#include <stddef.h>
#include <stdint.h>

/// Filters: 0 none, 1 sub, 2 up. The other two, average and Paeth, take as long as these together,
/// and make files of flat graphics and text no smaller.
enum { CPF_FILTERS = 3 };

/// Writes a row filtered.
/// - row, before: the first byte of a row of `count` bytes; as many zeros as a pixel has bytes
///   stand before each.
/// - pixel: bytes of a pixel.
/// Returns the sum of the written bytes' distances from 0, up or down.
uint64_t cpf_filter(int filter, const uint8_t *row, const uint8_t *before, uint8_t *out, size_t count, size_t pixel);

/// Writes the colours of RGBA pixels, three bytes each.
void cpf_drop_alpha(const uint8_t *rgba, uint8_t *rgb, size_t pixels);

/// The number of pixels that equal the one to the left or above; the first row and column are not
/// counted.
size_t cpf_repeated_pixels(const uint8_t *rgba, size_t width, size_t height);

#endif
