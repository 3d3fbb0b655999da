internal import CGtk

/// The MIME types of a GdkContentFormats, in its order.
func mimeTypes(of formats: OpaquePointer?) -> [String] {
  guard let formats else { return [] }
  var count: gsize = 0
  guard let types = gdk_content_formats_get_mime_types(formats, &count) else { return [] }
  return (0..<Int(count)).compactMap { types[$0].map { String(cString: $0) } }
}
