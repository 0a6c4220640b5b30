// libavif: each function opens its library when the first is called.

#include "../CAVIF/shim.h"

#define LIBRARY CAVIF_LIBRARY
#include "Functions.h"

const char *cdl_missing_avif(void) { return library() ? NULL : LIBRARY; }

FUNCTION4(avifImage *, avifImageCreate, uint32_t, uint32_t, uint32_t, avifPixelFormat)
FUNCTION1(void, avifImageDestroy, avifImage *)
FUNCTION2(void, avifRGBImageSetDefaults, avifRGBImage *, const avifImage *)
FUNCTION2(avifResult, avifImageRGBToYUV, avifImage *, const avifRGBImage *)
FUNCTION2(avifResult, avifImageYUVToRGB, const avifImage *, avifRGBImage *)

FUNCTION0(avifEncoder *, avifEncoderCreate)
FUNCTION1(void, avifEncoderDestroy, avifEncoder *)
FUNCTION3(avifResult, avifEncoderWrite, avifEncoder *, const avifImage *, avifRWData *)
FUNCTION1(void, avifRWDataFree, avifRWData *)

FUNCTION0(avifDecoder *, avifDecoderCreate)
FUNCTION1(void, avifDecoderDestroy, avifDecoder *)
FUNCTION2(avifResult, avifDecoderSetSource, avifDecoder *, avifDecoderSource)
FUNCTION3(avifResult, avifDecoderSetIOMemory, avifDecoder *, const uint8_t *, size_t)
FUNCTION1(avifResult, avifDecoderParse, avifDecoder *)
FUNCTION1(avifResult, avifDecoderNextImage, avifDecoder *)
FUNCTION1(const char *, avifResultToString, avifResult)
