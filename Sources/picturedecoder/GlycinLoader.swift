internal import CLinux
internal import CPixbuf
internal import DragSystem
internal import PictureDecoding

/// Decodes by glycin, whose decoders are programs, each in a sandbox of its own that bubblewrap makes:
/// <https://gnome.pages.gitlab.gnome.org/glycin/libglycin/>.
///
/// From 2.44 on gdk-pixbuf may be built with it (`libglycin-2-0` in Debian), and asks it itself, but then decodes
/// without a sandbox where bubblewrap cannot make one.
struct GlycinLoader {
  private typealias Object = UnsafeMutableRawPointer
  private typealias Errors = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>
  private typealias Number = @convention(c) (Object) -> UInt32

  /// `GLY_SANDBOX_SELECTOR_BWRAP`.
  private static let bubblewrap: UInt32 = 1
  /// `GLY_MEMORY_SELECTION_R8G8B8A8` and `GLY_MEMORY_SELECTION_R8G8B8`: what pixels may look like.
  private static let formats: UInt32 = 1 << 5 | 1 << 7
  /// `GLY_MEMORY_R8G8B8A8`.
  private static let alphaFormat: UInt32 = 5
  /// The smallest picture, which every glycin decodes.
  private static let probe = Array("P6 1 1 255\n...".utf8)

  // Its headers are not needed where it may be absent.
  private let library: SharedLibrary

  /// Nil where gdk-pixbuf is built without it.
  init?() {
    let name = "libglycin-2.so.0"
    guard dlopen(name, RTLD_NOW | RTLD_NOLOAD) != nil, let library = SharedLibrary(name) else {
      return nil
    }
    self.library = library
  }

  /// Decodes standard input into standard output.
  func run(_ request: PictureRequest) -> PictureStatus {
    let start = ContinuousClock.now
    guard let file = g_mapped_file_new_from_fd(0, 0, nil),
      let bytes = g_mapped_file_get_bytes(file)
    else { return .failed }
    do throws(PictureFailure) {
      let pixels = try pixels(of: bytes, fitting: request.fitting)
      return PictureLoader.write(pixels, to: OwnedFileDescriptor(adopting: 1))
    } catch .tooLarge {
      return .tooLarge
    } catch {
      // What its decoder died of is not said.
      if .now - start >= .seconds(PictureLimits.seconds) { return .tooCostly }
      guard let probe = g_bytes_new(Self.probe, gsize(Self.probe.count)),
        (try? self.pixels(of: probe, fitting: nil)) != nil
      else { return .forbidden }
      return .undecodable
    }
  }

  private func pixels(
    of bytes: OpaquePointer, fitting: PictureSize?
  ) throws(PictureFailure) -> OpaquePointer {
    let newLoader: @convention(c) (OpaquePointer) -> Object? = try find("loader_new_for_bytes")
    let setSandbox: @convention(c) (Object, UInt32) -> Void = try find(
      "loader_set_sandbox_selector")
    let setFormats: @convention(c) (Object, UInt32) -> Void = try find(
      "loader_set_accepted_memory_formats")
    let load: @convention(c) (Object, Errors?) -> Object? = try find("loader_load")
    guard let loader = newLoader(bytes) else { throw .undecodable }
    setSandbox(loader, Self.bubblewrap)
    setFormats(loader, Self.formats)
    guard let image = load(loader, nil) else { throw .undecodable }
    return try frame(of: image, fitting: fitting)
  }

  private func frame(
    of image: Object, fitting: PictureSize?
  ) throws(PictureFailure) -> OpaquePointer {
    let width: Number = try find("image_get_width")
    let height: Number = try find("image_get_height")
    let type: @convention(c) (Object) -> UnsafePointer<CChar>? = try find("image_get_mime_type")
    let newRequest: @convention(c) () -> Object? = try find("frame_request_new")
    let setScale: @convention(c) (Object, UInt32, UInt32) -> Void = try find(
      "frame_request_set_scale")
    let next: @convention(c) (Object, Object, Errors?) -> Object? = try find(
      "image_get_specific_frame")
    guard let request = newRequest() else { throw .undecodable }
    var size = PictureSize(Int(width(image)), Int(height(image)))
    if let fitting, let type = type(image), String(cString: type).hasPrefix("image/svg") {
      // A drawing has no pixels before it is scaled.
      size = size.fitted(into: fitting)
      setScale(request, UInt32(size.width), UInt32(size.height))
    }
    guard size.area <= PictureLimits.pixels else { throw .tooLarge }
    guard let frame = next(image, request, nil) else { throw .undecodable }
    return try pixels(of: frame, fitting: fitting)
  }

  private func pixels(
    of frame: Object, fitting: PictureSize?
  ) throws(PictureFailure) -> OpaquePointer {
    let width: Number = try find("frame_get_width")
    let height: Number = try find("frame_get_height")
    let stride: Number = try find("frame_get_stride")
    let format: Number = try find("frame_get_memory_format")
    let bytes: @convention(c) (Object) -> OpaquePointer? = try find("frame_get_buf_bytes")
    let size = PictureSize(Int(width(frame)), Int(height(frame)))
    guard let bytes = bytes(frame),
      let pixels = gdk_pixbuf_new_from_bytes(
        bytes, GDK_COLORSPACE_RGB, format(frame) == Self.alphaFormat ? 1 : 0, 8,
        Int32(size.width), Int32(size.height), Int32(stride(frame)))
    else { throw .undecodable }
    guard let fitted = fitting.map({ size.fitted(into: $0) }), fitted != size else { return pixels }
    guard
      let scaled = gdk_pixbuf_scale_simple(
        pixels, Int32(fitted.width), Int32(fitted.height), GDK_INTERP_BILINEAR)
    else { throw .undecodable }
    return scaled
  }

  /// - Throws: `undecodable`, for a glycin without that function decodes nothing.
  private func find<Function>(_ name: String) throws(PictureFailure) -> Function {
    guard let function = library.function("gly_\(name)", as: Function.self) else {
      throw .undecodable
    }
    return function
  }
}
