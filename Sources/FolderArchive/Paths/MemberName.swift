internal import DragModel

/// The names of files in a folder that another program names.
enum MemberName {
  /// The safe name; nil when nothing is left of it.
  static func safe(_ name: [UInt8]) -> [UInt8]? {
    FileName.safeInFolder(String(decoding: name, as: UTF8.self)).map { Array($0.utf8) }
  }

  /// Where a link leads, with the names that its components have here.
  static func safe(destination: [UInt8]) -> [UInt8]? {
    var components: [[UInt8]] = []
    for component in destination.split(separator: UInt8(ascii: "/")) {
      if component.elementsEqual("..".utf8) || component.elementsEqual(".".utf8) {
        components.append(Array(component))
      } else {
        guard let name = safe(Array(component)) else { return nil }
        components.append(name)
      }
    }
    return Array(components.joined(separator: [UInt8(ascii: "/")]))
  }
}
