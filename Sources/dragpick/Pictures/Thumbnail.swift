internal import CPixbuf

/// A small copy of a picture.
struct Thumbnail: ~Copyable {
  private let pixels: OpaquePointer

  /// At most `width` and `height` pixels, with the picture's proportions and orientation.
  init(of picture: Picture, width: Int, height: Int) throws(PickFailure) {
    let loaded = try Self.load(picture, width, height)
    guard gdk_pixbuf_get_width(loaded) > width || gdk_pixbuf_get_height(loaded) > height else {
      pixels = loaded
      return
    }
    // It was scaled as it lies in the file, and then turned on its side.
    g_object_unref(UnsafeMutableRawPointer(loaded))
    pixels = try Self.load(picture, height, width)
  }

  /// The limits are those before it is turned to its orientation.
  private static func load(
    _ picture: Picture, _ width: Int, _ height: Int
  ) throws(PickFailure) -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>?
    guard
      let loaded = gdk_pixbuf_new_from_file_at_scale(
        picture.path, Int32(width), Int32(height), 1, &error)
    else { throw PickFailure("\(picture.name): \(message(of: error))") }
    defer { g_object_unref(UnsafeMutableRawPointer(loaded)) }
    return gdk_pixbuf_apply_embedded_orientation(loaded)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pixels)) }

  var width: Int { Int(gdk_pixbuf_get_width(pixels)) }
  var height: Int { Int(gdk_pixbuf_get_height(pixels)) }

  /// Red, green and blue of a pixel; transparent pixels are shown on black.
  func color(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let channels = Int(gdk_pixbuf_get_n_channels(pixels))
    let row = Int(gdk_pixbuf_get_rowstride(pixels))
    let first = gdk_pixbuf_read_pixels(pixels) + y * row + x * channels
    guard channels == 4 else { return (first[0], first[1], first[2]) }
    func shown(_ value: UInt8) -> UInt8 { UInt8(Int(value) * Int(first[3]) / 255) }
    return (shown(first[0]), shown(first[1]), shown(first[2]))
  }

  /// The thumbnail as a PNG file.
  func png() throws(PickFailure) -> [UInt8] {
    var buffer: UnsafeMutablePointer<gchar>?
    var count: gsize = 0
    var error: UnsafeMutablePointer<GError>?
    guard gdk_pixbuf_save_to_bufferv(pixels, &buffer, &count, "png", nil, nil, &error) != 0,
      let buffer
    else { throw PickFailure(Self.message(of: error)) }
    defer { g_free(buffer) }
    return UnsafeRawBufferPointer(start: buffer, count: Int(count)).map { $0 }
  }

  private static func message(of error: UnsafeMutablePointer<GError>?) -> String {
    guard let error else { return "it cannot be read" }
    defer { g_error_free(error) }
    return String(cString: error.pointee.message)
  }
}
