internal import CLinux
internal import CPixbuf
internal import DragSystem
internal import PictureDecoding

/// Decodes by gdk-pixbuf's loaders.
struct PictureLoader {
  private let fitting: PictureSize?

  init(_ request: PictureRequest) { fitting = request.fitting }

  /// Decodes standard input into standard output.
  func run() -> PictureStatus {
    guard let loader = gdk_pixbuf_loader_new() else { return .failed }
    let input = OwnedFileDescriptor(adopting: 0)
    let output = OwnedFileDescriptor(adopting: 1)
    return withUnsafePointer(to: self) { own in
      // A loader knows the size before it has room for pixels.
      g_signal_connect_data(
        loader, "size-prepared", unsafeBitCast(Self.prepare, to: GCallback.self),
        UnsafeMutableRawPointer(mutating: own), nil, GConnectFlags(rawValue: 0))
      var error: UnsafeMutablePointer<GError>?
      defer { g_clear_error(&error) }
      guard Self.read(input, into: loader, &error),
        let pixels = gdk_pixbuf_loader_get_pixbuf(loader)
      else { return .undecodable }
      return Self.write(pixels, to: output)
    }
  }

  private static func read(
    _ input: borrowing OwnedFileDescriptor, into loader: UnsafeMutablePointer<GdkPixbufLoader>,
    _ error: inout UnsafeMutablePointer<GError>?
  ) -> Bool {
    var offset: UInt64 = 0
    while let piece = try? input.read(upTo: 1 << 16, at: offset), !piece.isEmpty {
      guard gdk_pixbuf_loader_write(loader, piece, gsize(piece.count), &error) != 0 else {
        return false
      }
      offset += UInt64(piece.count)
    }
    return gdk_pixbuf_loader_close(loader, &error) != 0
  }

  /// Writes a picture as `PictureRequest` has it.
  static func write(
    _ pixels: OpaquePointer, to output: borrowing OwnedFileDescriptor
  ) -> PictureStatus {
    guard let start = gdk_pixbuf_read_pixels(pixels) else { return .undecodable }
    let size = PictureSize(
      Int(gdk_pixbuf_get_width(pixels)), Int(gdk_pixbuf_get_height(pixels)))
    let header = PictureHeader(size, hasAlpha: gdk_pixbuf_get_has_alpha(pixels) != 0)
    let stride = Int(gdk_pixbuf_get_rowstride(pixels))
    do throws(SystemError) {
      try output.write(all: header.bytes)
      for row in 0..<size.height {
        try output.write(
          all: Array(UnsafeBufferPointer(start: start + row * stride, count: header.rowLength)))
      }
    } catch {
      return .failed
    }
    return .decoded
  }

  private static let prepare:
    @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, Int32, Int32, gpointer) -> Void = {
      loader, width, height, data in
      let own = data.assumingMemoryBound(to: PictureLoader.self).pointee
      own.prepare(loader, PictureSize(Int(width), Int(height)))
    }

  private func prepare(_ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ own: PictureSize) {
    let size = fitting.map { own.fitted(into: $0) } ?? own
    // A drawing has no pixels before it is scaled.
    let isDrawing =
      gdk_pixbuf_loader_get_format(loader).map { gdk_pixbuf_format_is_scalable($0) != 0 } ?? false
    if (isDrawing ? size : own).area > PictureLimits.pixels {
      exit(PictureStatus.tooLarge.rawValue)
    }
    if fitting != nil {
      gdk_pixbuf_loader_set_size(loader, Int32(size.width), Int32(size.height))
    }
  }
}
