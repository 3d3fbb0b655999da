internal import CPixbuf
internal import Foundation

/// A file that gdk-pixbuf recognises as a picture.
struct Picture: Hashable, Sendable {
  let path: String
  let name: String
  /// In bytes.
  let size: UInt64
  /// In pixels.
  let width: Int
  let height: Int
  /// The MIME type, such as `image/jpeg`.
  let type: String

  /// Nil for a file that is no picture. Reads only the start of the file.
  init?(path: String) {
    var width: Int32 = 0
    var height: Int32 = 0
    // First, because opening a FIFO would wait for a program that writes to it.
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let facts = try? FileManager.default.attributesOfItem(atPath: file),
      facts[.type] as? FileAttributeType == .typeRegular, let size = facts[.size] as? UInt64,
      let format = gdk_pixbuf_get_file_info(path, &width, &height),
      let types = gdk_pixbuf_format_get_mime_types(format)
    else { return nil }
    defer { g_strfreev(types) }
    guard let type = types[0] else { return nil }
    self.path = path
    name = URL(fileURLWithPath: path).lastPathComponent
    self.size = size
    self.width = Int(width)
    self.height = Int(height)
    self.type = String(cString: type)
  }

  /// The pictures in a folder by name, or the one at a path.
  ///
  /// Throws `PickFailure` when there is no picture.
  static func all(at path: String) throws(PickFailure) -> [Picture] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw PickFailure("“\(path)” is not there; name a folder with pictures")
    }
    guard isFolder.boolValue else {
      guard let picture = Picture(path: path) else {
        throw PickFailure("“\(path)” is not a picture that gdk-pixbuf can read")
      }
      return [picture]
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let pictures = names.filter { !$0.hasPrefix(".") }
      .sorted { $0.localizedStandardCompare($1) == .orderedAscending }
      .compactMap { Picture(path: "\(path)/\($0)") }
    guard !pictures.isEmpty else { throw PickFailure("there is no picture in “\(path)”") }
    return pictures
  }
}

/// The reason why there is nothing to pick, for the person.
struct PickFailure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
