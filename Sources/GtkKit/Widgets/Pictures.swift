internal import CGtk

/// A decoded picture in memory.
package final class Texture: Object {
  /// Decodes PNG, JPEG, TIFF and the other formats of gdk-pixbuf's loaders; nil for anything else.
  package convenience init?(encoded bytes: [UInt8]) {
    let content = bytes.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(content) }
    guard let texture = try? throwing({ gdk_texture_new_from_bytes(content, $0) }) else {
      return nil
    }
    self.init(adopting: texture.raw)
  }

  package var width: Int { Int(gdk_texture_get_width(opaque)) }
  package var height: Int { Int(gdk_texture_get_height(opaque)) }

  /// The picture as a PNG.
  package var png: [UInt8] {
    guard let bytes = gdk_texture_save_to_png_bytes(opaque) else { return [] }
    defer { g_bytes_unref(bytes) }
    var size: gsize = 0
    let start = g_bytes_get_data(bytes, &size)
    return Array(UnsafeRawBufferPointer(start: start, count: Int(size)))
  }

  /// Encodes rows of red, green and blue bytes as PNG.
  package nonisolated static func png(width: Int, height: Int, rgb: [UInt8]) -> [UInt8] {
    // The pixbuf keeps a reference to the bytes.
    let content = rgb.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(content) }
    guard
      let pixels = gdk_pixbuf_new_from_bytes(
        content, GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height), Int32(width * 3))
    else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    return png(of: pixels) ?? []
  }

  private nonisolated static func png(of pixels: OpaquePointer) -> [UInt8]? {
    var buffer: UnsafeMutablePointer<gchar>?
    var size: gsize = 0
    guard gdk_pixbuf_save_to_bufferv(pixels, &buffer, &size, "png", nil, nil, nil) != 0 else {
      return nil
    }
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(size)))
  }

  /// Converts a picture of any type that gdk-pixbuf knows into PNG, on any thread; nil for anything else.
  package nonisolated static func png(of encoded: [UInt8]) -> [UInt8]? {
    guard let loader = gdk_pixbuf_loader_new() else { return nil }
    defer { g_object_unref(loader) }
    let isWritten = gdk_pixbuf_loader_write(loader, encoded, gsize(encoded.count), nil) != 0
    guard gdk_pixbuf_loader_close(loader, nil) != 0, isWritten,
      let pixels = gdk_pixbuf_loader_get_pixbuf(loader)
    else { return nil }
    return png(of: pixels)
  }

  /// Decodes a picture on a GLib thread, scaled down to a maximum size; nil for anything else.
  package static func thumbnail(
    of bytes: [UInt8], width: Int, height: Int
  ) async -> Texture? {
    let encoded = EncodedPicture(bytes, width, height)
    let result = await asynchronously { ready, data in
      // Swift has only as many threads as processors: decoding would block them.
      let task = g_task_new(nil, nil, ready, data)
      g_task_set_task_data(
        task, Unmanaged.passRetained(encoded).toOpaque(), EncodedPicture.release)
      g_task_run_in_thread(task, EncodedPicture.decode)
      g_object_unref(task.map { UnsafeMutableRawPointer($0) })
    }
    guard let pixels = g_task_propagate_pointer(result.opaque, nil) else { return nil }
    defer { g_object_unref(pixels) }
    return gdk_texture_new_for_pixbuf(OpaquePointer(pixels)).map { Texture(adopting: $0.raw) }
  }
}

/// A picture for a thread to decode.
private nonisolated final class EncodedPicture {
  private let bytes: [UInt8]
  private let width: Int32
  private let height: Int32

  init(_ bytes: [UInt8], _ width: Int, _ height: Int) {
    self.bytes = bytes
    self.width = Int32(width)
    self.height = Int32(height)
  }

  /// Runs on GLib's thread if that thread releases the task last.
  static let release: GDestroyNotify = { data in
    if let data { Unmanaged<EncodedPicture>.fromOpaque(data).release() }
  }

  static let decode: GTaskThreadFunc = { task, _, data, _ in
    guard let data else { return }
    let picture = Unmanaged<EncodedPicture>.fromOpaque(data).takeUnretainedValue()
    g_task_return_pointer(task, picture.pixels.map { UnsafeMutableRawPointer($0) }) { pixels in
      g_object_unref(pixels)
    }
  }

  private var pixels: OpaquePointer? {
    bytes.withUnsafeBytes { bytes in
      guard
        let stream = g_memory_input_stream_new_from_data(bytes.baseAddress, bytes.count, nil)
      else { return nil }
      defer { g_object_unref(stream) }
      return gdk_pixbuf_new_from_stream_at_scale(stream, width, height, 1, nil, nil)
    }
  }
}

/// Shows a picture.
package final class Picture: Widget {
  package enum Fit { case contain, cover }

  package init(_ fit: Fit) {
    super.init(floating: nonNull(gtk_picture_new()))
    gtk_picture_set_content_fit(
      opaque, fit == .contain ? GTK_CONTENT_FIT_CONTAIN : GTK_CONTENT_FIT_COVER)
    gtk_picture_set_can_shrink(opaque, 1)
  }

  package var texture: Texture? {
    didSet { gtk_picture_set_paintable(opaque, texture?.opaque) }
  }

  package func setAlternativeText(_ text: String) {
    gtk_picture_set_alternative_text(opaque, text)
  }
}
