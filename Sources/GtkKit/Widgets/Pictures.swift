internal import CGtk

/// A decoded picture in memory.
package final class Texture: Object {
  /// A picture of rows of red, green, blue and, if it has, alpha, a byte each.
  package convenience init(width: Int, height: Int, hasAlpha: Bool, pixels: [UInt8]) {
    let stride = width * (hasAlpha ? 4 : 3)
    precondition(pixels.count == stride * height)
    let content = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(content) }
    let texture = gdk_memory_texture_new(
      Int32(width), Int32(height), hasAlpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8, content,
      gsize(stride))
    self.init(adopting: nonNull(texture).raw)
  }

  package var width: Int { Int(gdk_texture_get_width(opaque)) }
  package var height: Int { Int(gdk_texture_get_height(opaque)) }

  /// Encodes rows of red, green, blue and, if there is, alpha, a byte each, as PNG.
  package nonisolated static func png(
    width: Int, height: Int, hasAlpha: Bool = false, pixels: [UInt8]
  ) -> [UInt8] {
    // The pixbuf keeps a reference to the bytes.
    let content = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(content) }
    guard
      let pixels = gdk_pixbuf_new_from_bytes(
        content, GDK_COLORSPACE_RGB, hasAlpha ? 1 : 0, 8, Int32(width), Int32(height),
        Int32(width * (hasAlpha ? 4 : 3)))
    else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
    var buffer: UnsafeMutablePointer<gchar>?
    var size: gsize = 0
    guard gdk_pixbuf_save_to_bufferv(pixels, &buffer, &size, "png", nil, nil, nil) != 0 else {
      return []
    }
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(size)))
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
