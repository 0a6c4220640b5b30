import Foundation
import MultiplaneCTIFF
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

/// TIFF files of Image I/O.
@Suite(.enabled(if: TIFFCodec.isAvailable, "needs libtiff")) struct TIFFTests {
  /// Files of tiffcp and of libtiff's functions, of 20 × 10 pixels at 150 and 75 pixels per inch,
  /// with the colours of `color`: `packBits` has its red as grey and `fax` as black or white,
  /// `deflate` has alpha, and `tiles` is a big-endian BigTIFF.
  private static let files = [
    "lzw": """
    SUkqANQCAACAAB/gAIv4DiJ+hwZvwfkR9nAqvpXmZ8vw7vgroh7sBMvYbqp6rxdvQnsx5vBuvJPu54lx/vAThB3gAQu5zjJ2twhu\
    xvlR1vAyuoHnZ0jxDug7phzsBUuYLrpynxluR3txxnB2uJ/v5wpwHuAjiBvgAYt5jkJupwptw/mRtnA6to3oZsnxLthLqhrsBctZ\
    7spqjxttRHuxpvB+tIvg5otwPtAzjBngAgs5TlJmlwxswPnRlvBCspnpZkrxTshbrhjsBksZrtpivx1sQXvxhnAGsJfh5ghwXsBD\
    kBfgAor5DmJehw5rxfoRdnBKroXqZcvzUtfUMBsrZbuparx9rRngxZvAOrIPi5YlwfrBTlBXgAwq4znJWtxBqwvpRVvBSlUR5bFS\
    HhjlQe5sFOYB0lMS59FKPgFlIN4OFGOAWlEP4fFCTgnlAY4wE+AA4k8I5BE6ThJk4f5SE2OBak0d5jEyPhrkwC50EuYB8ksO4FEq\
    HgNkoB4WEmeAekkb4nEibgvkgc44EeABAkcE5JEaLhRkYT5aEWeBikUJ5rESXhzkQG58EOYAEkMK4NEKfgVkIV4eEGOAmkEH4vEC\
    Dg3kAA5AD+ABIj8A5RD6DhZj4H5iD2OBqj0V5zDyfh7jwK4EDuYAMjsG4VDqXgdjoJ4mDmeAujkT43DiLg/jgE5IDeABQjcc5ZDa\
    bhhjYb5qDWeByjUB57DSHgDjQO4MDOYAUjMC4dDKPgljId7NDgNoxH+Pwwk4R4wCOUAvgAWIvGOYQuk4adWHILY4HqLQ3gMLI+Au\
    LBLhQK5gByKx7iUKoeC2KhHjYKZ4D6KQvkcKJuE+KAzlgJ4AGCJxTmkJouHGJgPnoJZ4AKJRngsJJeBOJBbhwI5gCSIxri0Ip+DW\
    IgXj4IY4EaIRfk8IIOFeIE0h+ABoh8Q5xB6Dh5h4X4CB2OAKh0F4TByfgbhwa6AgAA0AAAEDAAEAAAAUAAAAAQEDAAEAAAAKAAAA\
    AgEDAAMAAACGAwAAAwEDAAEAAAAFAAAABgEDAAEAAAACAAAAEQEEAAEAAAAIAAAAFQEDAAEAAAADAAAAFgEDAAEAAAAKAAAAFwEE\
    AAEAAADLAgAAGgEFAAEAAAB2AwAAGwEFAAEAAAB+AwAAHAEDAAEAAAABAAAAKAEDAAEAAAACAAAAAAAAAJYAAAABAAAASwAAAAEA\
    AAAIAAgACAA=
    """,
    "predicted": """
    SUkqAMIBAACAAB/gAIv8DwUKwURwUYwUfwUmwUtwU0wU7wVCwVJwVQwVXwVewVlwVswVzwV6wUBlR1vCCh+Ci2CjuCkmCleCmWCn\
    OCoGCo+Cp2CquCrmCseCtWCuOCvGCv+Cg2ChtUNdgQUbwUiwUpwUwwU3wU+wVFwVMwVTwVawVhwVowVvwV2wV9wUEwULwUSwUZvx\
    hnCCk+Cl2CmuCnmCoeCpWCqOCrGCr+Cs2CtuCumCveCgWChOCiGCi+Cj2CksoK+CP8zwU6wVBwVIwVPwVWwVdwVkwVrwVywV5wUA\
    wUHwUOwUVwUcwUjwUqwUxqRN4B/n+Co2CpuCqmCreCsWCtOCuGCu+Cv2CguChmCieCjWCkOClGCl+Cm2Cnt8Ierv9LwVSoKWaCmC\
    gpnoKbqCnWgp8oKg5/oSf6Fn+hp/oef6In+iZ/oqf6Ln+jJ/kmJg5pcf6Pn+kJ/pGf6Sn+k5/pSf4BoKCKXpimaapunKdp6n6gqG\
    UAvtSpB/qUf6mH+px/qgf6pH+DaChSrCtK4rywLEsizLQtS2HoJcSLif65n+up/ruf68n+vZ/hmgogsCwbCsOxLFsax7IsmyqAgA\
    DgAAAQMAAQAAABQAAAABAQMAAQAAAAoAAAACAQMAAwAAAIACAAADAQMAAQAAAAUAAAAGAQMAAQAAAAIAAAARAQQAAQAAAAgAAAAV\
    AQMAAQAAAAMAAAAWAQMAAQAAAAoAAAAXAQQAAQAAALkBAAAaAQUAAQAAAHACAAAbAQUAAQAAAHgCAAAcAQMAAQAAAAEAAAAoAQMA\
    AQAAAAIAAAA9AQMAAQAAAAIAAAAAAAAAlgAAAAEAAABLAAAAAQAAAAgACAAIAA==
    """,
    "packBits": """
    SUkqANoAAAATABEiM0RVZneImaq7zN3u/xAhMkMTVGV2h5ipusvc7f4PIDFCU2R1hpcTqLnK2+z9Dh8wQVJjdIWWp7jJ2usT/A0e\
    L0BRYnOElaa3yNnq+wwdLj8TUGFyg5SltsfY6foLHC0+T2BxgpMTpLXG1+j5ChssPU5fcIGSo7TF1ucT+AkaKzxNXm+AkaKzxNXm\
    9wgZKjsTTF1uf5ChssPU5fYHGCk6S1xtfo8ToLHC0+T1BhcoOUpbbH2On7DB0uMT9AUWJzhJWmt8jZ6vwNHi8wQVJjcMAAABAwAB\
    AAAAFAAAAAEBAwABAAAACgAAAAIBAwABAAAACAAAAAMBAwABAAAABYAAAAYBAwABAAAAAQAAABEBBAABAAAACAAAABYBAwABAAAA\
    CgAAABcBBAABAAAA0gAAABoBBQABAAAAcAEAABsBBQABAAAAeAEAABwBAwABAAAAAQAAACgBAwABAAAAAgAAAAAAAACWAAAAAQAA\
    AEsAAAABAAAA
    """,
    "deflate": """
    SUkqADQDAAB4nAEgA9/8AP8A/xH+B/4i/Rz9M/w//ET7cPtV+q/6Zvn8+Xf4V/iI98D3mfY39qr1vPW79E/0zPPw893yn/Lu8Vzx\
    //An8BDvAO8h7ufuMu3c7UPs3+xU6/DrZeoP6nbpPOmH6HfomOfA56nmF+a65Xzly+Tv5NzjcOPt4v/i/uGc4Q/gR+Ag3wDfMd7H\
    3kLdnN1T3H/cZNtw23Xab9qG2XzZl9iX2KjXwNe51vfWytU81dvUj9Ts0/DT/dJf0g7R3NEf0GfQMM8Az0HOp85SzVzNY8wfzHTL\
    8MuFys/Klsm8yafIt8i4x8DHycbXxtrF/MXrxC/E/MNwww3Cv8IewRzBL8CHwEC/AL9Rvoe+Yr0cvXO8v7yEu3C7lbovuqa5/Lm3\
    uNe4yLfAt9m2t7bqtby1+7TPtAyz8LMdsh+yLrFcsT+wp7BQrwCvYa5nrnKt3K2DrF+slKvwq6Wqj6q2qTypx6j3qNinwKfpppem\
    +qV8pQukb6Qco3CjLaJ/oj6hnKFPoMegYJ8An3GeR56CnZydk5z/nKSbcJu1mu+axpl8mdeYF5jol8CX+ZZ3lgqVPJUblA+ULJPw\
    kz2S35JOkdyRX5DnkHCPAI+BjieOko1cjaOMn4y0i/CLxYpPitaJvInniDeI+IfAhwmGV4YahfyFK4SvhDyDcINNgj+CXoEcgW+A\
    B4CAfwB/kX4HfqJ9HH2zfD98xHtwe9V6r3rmefx593hXeAh3wHcZdjd2KnW8dTt0T3RMc/BzXXKfcm5xXHF/cCdwkG8Ab6Fu526y\
    bdxtw2zfbNRr8Gvlag9q9mk8aQdod2gYZ8BnKWYXZjplfGVLZO9kXGNwY21i/2J+YZxhj2BHYKBfAF+xXsdewl2cXdNcf1zkW3Bb\
    9VpvWgZZfFkXWJdYKFfAVzlW91ZKVTxVW1SPVGxT8FN9Ul9SjlHcUZ9QZ1CwTwBPwU6nTtJNXE3jTB9M9EvwSwVKz0oWSbxJJ0i3\
    SDhHwEdJRtdGWkX8RWtEL0R8Q3BDjUK/Qp5BHEGvQIdAwD8AP9E+hz7iPRw98zy/PAQ7cDsVOi86Jjn8OTc41zhaTL84AA4AAAED\
    AAEAAAAUAAAAAQEDAAEAAAAKAAAAAgEDAAQAAADyAwAAAwEDAAEAAAAIAAAABgEDAAEAAAACAAAAEQEEAAEAAAAIAAAAFQEDAAEA\
    AAAEAAAAFgEDAAEAAAAKAAAAFwEEAAEAAAArAwAAGgEFAAEAAADiAwAAGwEFAAEAAADqAwAAHAEDAAEAAAABAAAAKAEDAAEAAAAC\
    AAAAUgEDAAEAAAACAAAAAAAAAJYAAAABAAAASwAAAAEAAAAIAAgACAAIAA==
    """,
    "tiles": """
    TU0AKwAIAAAAAAAAAAACvHicY/jPIPiPXemvjPEfe5ffBaG/1qf9/FP+I7zj+4GZ38xXfd2z+4v/mc8f7n6a/+5jzP8P6iGvP6S+4i97adP+\
    onzG8wMrn4nvelpz+sn7O48L3j76/+/hHP4H7gr3GQzvHXe6Oyf4Tv2K6wd2Xvt+6qrN7Sv9by5/+Hspnu/iHfkL6QbnGRzPLQ86G5N8Rr7k\
    9IfWU+enndyz/MT2P4cLeA/tlzsoo3+g3WE/Q+C+9qS9MsV79rfsLpi6S3/Zzj/bd1w/sf3AzW3bX23d83vL+YD1DInr0ovW3mleEz9l9Yel\
    q/q3rbQ5vuL7jeUHXi6b/mtpDfeSfJnFBbqL6u0WzvFfcHzJ7IKts94fm1lzfYb4i+kHfk4r55pqIz2FX2fyB9tJ9/0m3omf8Lygn6GxT31S\
    b8zinvk/2g9wtoVLtf7Rbllv01zg22Qf1yiT38DeUM8wsY59Ua3M5hr7I9UFV6vWP6v8870i3Kf4Q2zR/LzCmPoC9Qn5DAvznm/KvXM45/6V\
    7A9Ps/i/ZdqwZ5RLpB/QTBO3Sq3xTnm/IJ5hY9zxQ7FzLsfUP4ku+BqVzxZZIx4xXSP8gGXYd69Qm+iQ/pzgD7VB8X2Bd+YHpH/x/sDqdV7M\
    c4+6x3YL9wOebtejXP9ku+jXOBf0Ou2f5yiz3qH9gD3DRbv2R7Yyn232M4wCvAAAh64HwHicE3jPoPjuudHbO85v7jMQAVJuF5Teym+7WTP9\
    xnRi1O84fuDkseu3jv55fUSfGPU8mz/IbpLX2xhjv2E5MeoT5jMUznNvmjtn8pz/xKjf0v3haJf/tc49zzvMiVHPUX5Assxcq3SPdYk/Mepj\
    kgtyk/7XJc7pT3AnRv0Gf4aDfssv+cY89pEnRj2LdYGolb6a5R9zi+sMo4BiAAD2bz39AAAAAAAAAAAOAQAAAwAAAAAAAAABABQAAAAAAAAB\
    AQADAAAAAAAAAAEACgAAAAAAAAECAAMAAAAAAAAAAwAIAAgACAAAAQMAAwAAAAAAAAABAAgAAAAAAAABBgADAAAAAAAAAAEAAgAAAAAAAAEV\
    AAMAAAAAAAAAAQADAAAAAAAAARoABQAAAAAAAAABAAAAlgAAAAEBGwAFAAAAAAAAAAEAAABLAAAAAQEcAAMAAAAAAAAAAQABAAAAAAAAASgA\
    AwAAAAAAAAABAAIAAAAAAAABQgADAAAAAAAAAAEAEAAAAAAAAAFDAAMAAAAAAAAAAQAQAAAAAAAAAUQAEAAAAAAAAAACAAAAAAAAA+QBRQAD\
    AAAAAAAAAAICCgChAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAACGg==
    """,
    "fax": """
    SUkqACYAAAAmopm5phRMDkcZm0aYUTA5HGZtF+olxZHFPsAEAEAMAAABAwABAAAAFAAAAAEBAwABAAAACgAAAAIBAwABAAAAAQAAAAMBAwAB\
    AAAABAAAAAYBAwABAAAAAAAAABEBBAABAAAACAAAABUBAwABAAAAAQAAABcBBAABAAAAHgAAABoBBQABAAAAvAAAABsBBQABAAAAxAAAABwB\
    AwABAAAAAQAAACgBAwABAAAAAgAAAAAAAACWAAAAAQAAAEsAAAABAAAA
    """,
  ]

  private static func color(_ index: Int) -> [UInt8] {
    [UInt8(index * 17 % 256), UInt8(255 - index), UInt8(index * index * 7 % 256)]
  }

  private static func source(_ bytes: [UInt8]) throws -> CGImageSource {
    try #require(CGImageSourceCreateWithData(NSData(data: Data(bytes)), nil))
  }

  private static func pixels(_ source: CGImageSource) throws -> [UInt8] {
    try #require(CGImageSourceCreateImageAtIndex(source, 0, nil)).premultipliedRGBA8()
  }

  @Test(arguments: files.keys.sorted())
  func filesOfLibtiff(_ name: String) throws {
    let data = try #require(Self.files[name].flatMap { Data(base64Encoded: $0) })
    let source = try Self.source([UInt8](data))
    #expect(CGImageSourceGetType(source) == "public.tiff" && CGImageSourceGetStatus(source) == .statusComplete)
    var straight: [UInt8] = []
    for index in 0..<200 {
      let color = Self.color(index)
      switch name {
      case "packBits": straight += [color[0], color[0], color[0]]
      case "fax": straight += Array(repeating: color[0] < 128 ? 0 : 255, count: 3)
      default: straight += color
      }
      straight.append(name == "deflate" ? UInt8(255 - index) : 255)
    }
    let expected = StraightPixels(width: 20, height: 10, bytes: Data(straight)).premultiplied()
    #expect(try Self.pixels(source) == [UInt8](expected))
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect((properties[kCGImagePropertyDPIWidth] as? NSNumber)?.doubleValue == 150)
    #expect((properties[kCGImagePropertyDPIHeight] as? NSNumber)?.doubleValue == 75)
  }

  /// Two pixels, grey of 16 bits with 0 as white, big-endian, turned upside down.
  private static let gray: [UInt8] =
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 12, 0xFF, 0x12, 0x40, 0x34, 0, 9]
    + [
      [1, 0, 1], [1, 1, 2], [1, 2, 16], [1, 3, 1], [1, 6, 0], [1, 0x11, 8], [1, 0x12, 4], [1, 0x16, 2], [1, 0x17, 4],
    ]
    .flatMap { (entry: [UInt8]) -> [UInt8] in [entry[0], entry[1], 0, 3, 0, 0, 0, 1, 0, entry[2], 0, 0] } + [
      0, 0, 0, 0,
    ]

  @Test func grayOf16BitsTurned() throws {
    // Width 1 and height 2: the lower row comes first.
    #expect(try Self.pixels(Self.source(Self.gray)) == [191, 191, 191, 255, 0, 0, 0, 255])
    var turned = Self.gray
    let orientation = try #require(turned.firstRange(of: [1, 0x12, 0, 3])).lowerBound + 9
    turned[orientation] = 8
    let image = try TIFFCodec.decode(turned, name: "turned")
    #expect(image.width == 2 && image.premultipliedRGBA8() == [0, 0, 0, 255, 191, 191, 191, 255])
  }

  @Test(arguments: [UInt8(255), 128])
  func thereAndBack(_ alpha: UInt8) throws {
    let pixels: [UInt8] = [alpha, 0, 3, alpha, 0, alpha, 0, alpha, 1, 2, 3, alpha, 0, 0, 0, 255]
    let data = NSMutableData()
    let destination = try #require(CGImageDestinationCreateWithData(data, "public.tiff", 1, nil))
    CGImageDestinationAddImage(
      destination, try #require(CGImage(premultipliedRGBA8: pixels, width: 2, height: 2)), nil)
    #expect(CGImageDestinationFinalize(destination))
    let source = try Self.source([UInt8](data as Data))
    #expect(try Self.pixels(source) == pixels)
    let properties = try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
    #expect((properties[kCGImagePropertyDPIWidth] as? NSNumber)?.doubleValue == 72)
    let types = (CGImageDestinationCopyTypeIdentifiers() as NSArray).map { $0 as? String }
    #expect(types.contains("public.tiff"))
  }

  /// Every byte changed and every length: an error or a picture, and no crash. Not in a forked
  /// process, which would hide one.
  @Test func damagedFiles() throws {
    for file in try Self.files.values.map({ [UInt8](try #require(Data(base64Encoded: $0))) }) + [Self.gray] {
      for place in file.indices {
        var changed = file
        for value in [0, 255, file[place] ^ 1] {
          changed[place] = value
          Self.decodeHere(changed)
        }
        #expect(!Self.decodeHere(Array(file[..<place])) || place > 8)
      }
    }
  }

  /// Decodes a file of at most 4096 pixels in this process.
  @discardableResult
  private static func decodeHere(_ file: [UInt8]) -> Bool {
    var header = ctiff_header()
    guard ctiff_read_header(file, file.count, &header).status == CTIFF_OK, header.width > 0, header.height > 0,
      header.width <= 4096, header.height <= 4096 / header.width
    else { return false }
    var pixels = [UInt8](repeating: 0, count: Int(header.width * header.height) * 4)
    var profile = [UInt8](repeating: 0, count: 1024)
    var profileBytes = profile.count
    return ctiff_decode(file, file.count, &header, &pixels, &profile, &profileBytes).status == CTIFF_OK
  }

  /// Errors are one line, with libtiff's reason.
  @Test func errors() throws {
    func error(_ file: [UInt8], _ limits: ImageLimits = .standard) -> String {
      do {
        _ = try TIFFCodec.decode(file, name: "a.tiff", limits: limits)
        return ""
      } catch { return error.description }
    }
    #expect(error([0x49, 0x49, 42, 0, 8, 0, 0, 0]).hasPrefix("a.tiff: expected a complete image, found a damaged"))
    let file = [UInt8](try #require(Self.files["tiles"].flatMap { Data(base64Encoded: $0) }))
    #expect(error(file) == "")
    var cut = file
    cut.replaceSubrange(500..<600, with: Array(repeating: 0, count: 100))
    #expect(error(cut).contains("a damaged or cut-short TIFF (libtiff: "))
    #expect(error(file, ImageLimits(maximumSide: 19)).contains("expected at most 19 px per side, found 20 x 10 px"))
    #expect(error(file, ImageLimits(maximumMemory: 3000)).contains("that take"))
    var compressed = Self.gray
    let compression = try #require(compressed.firstRange(of: [1, 3, 0, 3])).lowerBound + 9
    compressed[compression] = 99
    #expect(error(compressed).contains("expected a supported image, found a TIFF that libtiff does not convert"))
  }
}
