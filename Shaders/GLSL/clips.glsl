// The chain of clips of a record, each a block of data: (its kind; the clip around it or −1; the
// shape's bits) and what it is. Device pixels count from the device's corner here.

#if defined(CLIPPED) || defined(COVERAGE)
uniform highp sampler2D u_coverage;
#endif

#ifdef CLIPPED
float clipCoverage(int clip, vec2 device) {
  float product = 1.0;
  while (clip >= 0 && product > 0.0) {
    vec4 head = dataAt(clip);
    vec4 first = dataAt(clip + 1);
    int kind = int(head.x);
    if (kind == clipShape) {
      int bits = int(head.z);
      int data = clip + 3;
      Place place = placeIn(first, dataAt(clip + 2), bits, data, vec4(0.0), device);
      if (!isSeen(bits, data, device)) return 0.0;
      data = afterPlane(bits, data);
      product *= shapeCoverage(place, bits, data);
    } else if (kind == clipPath) {
      // The device pixels that the coverage is of, and what takes them to its texture.
      vec4 moved = dataAt(clip + 2);
      bool isInside = all(greaterThan(device, first.xy)) && all(lessThan(device, first.zw));
      product *= isInside ? texelFetch(u_coverage, ivec2(floor(device + moved.xy)), 0).r : 0.0;
    } else {
      bool isForward = first.w > 0.0;
      bool isOnLine = dot(first.xyz, vec3(device, 1.0)) >= 0.0;
      product *= isForward == isOnLine ? 1.0 : 0.0;
    }
    clip = int(head.y);
  }
  return product;
}
#else
float clipCoverage(int clip, vec2 device) { return 1.0; }
#endif
