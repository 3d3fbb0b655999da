/// Paths as bytes, without system calls.
enum AbsolutePath {
  /// The path joined to the working folder, without `.` and doubled slashes. `..` stays, because its target depends on
  /// symbolic links.
  static func lexical(_ path: [UInt8], workingDirectory: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    let joined = path.first == slash ? path : workingDirectory + [slash] + path
    var absolute: [UInt8] = []
    for component in joined.split(separator: slash) where !component.elementsEqual(".".utf8) {
      absolute.append(slash)
      absolute += component
    }
    return absolute.isEmpty ? [slash] : absolute
  }

  static func hasParentComponent(_ path: [UInt8]) -> Bool {
    path.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
  }

  /// The last component; nil for `/`, and for a path that ends in `..`.
  static func lastComponent(_ path: [UInt8]) -> [UInt8]? {
    guard let last = path.split(separator: UInt8(ascii: "/")).last, !last.elementsEqual("..".utf8)
    else { return nil }
    return Array(last)
  }

  /// The path of the folder that contains the last component; `.` or `/` where the path names none.
  static func folder(of path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    guard let end = path.lastIndex(where: { $0 != slash }) else { return [slash] }
    guard let cut = path[...end].lastIndex(of: slash) else { return Array(".".utf8) }
    return cut == 0 ? [slash] : Array(path[..<cut])
  }
}
