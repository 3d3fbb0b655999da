internal import DragModel

/// Paths of an archive for messages, made safe and short.
enum Shown {
  static func path(_ path: some Sequence<UInt8>) -> String {
    let text = Printable.line(String(decoding: Array(path), as: UTF8.self))
    return text.count > 200 ? "…" + text.suffix(200) : text
  }

  static func path(_ path: String) -> String { self.path(path.utf8) }

  static func path(_ components: [[UInt8]]) -> String {
    path(components.joined(separator: [UInt8(ascii: "/")]))
  }
}

/// Safe names for the files in a folder from another program.
enum MemberName {
  /// The safe name; nil when nothing is left of it.
  static func safe(_ name: [UInt8]) -> [UInt8]? {
    FileName.safeInFolder(String(decoding: name, as: UTF8.self)).map { Array($0.utf8) }
  }

  /// Where a link leads, with the names that its components have here; nil when one of them has no safe name. It may
  /// lead anywhere: ``LinkPath`` checks the result.
  static func safe(destination: [UInt8]) -> [UInt8]? {
    let slash = UInt8(ascii: "/")
    var components: [[UInt8]] = destination.first == slash ? [[]] : []
    for component in destination.split(separator: slash) {
      if component.elementsEqual("..".utf8) || component.elementsEqual(".".utf8) {
        components.append(Array(component))
      } else {
        guard let name = safe(Array(component)) else { return nil }
        components.append(name)
      }
    }
    return Array(components.joined(separator: [slash]))
  }
}

/// Where symbolic links may lead: to what is in the folder, by relative paths.
enum LinkPath {
  /// Whether a link stays within the folder.
  ///
  /// `..` may only come first: after a name that is itself a link, it would lead to the parent of that link's
  /// destination. The folders above the link are no links.
  ///
  /// - Parameters:
  ///   - destination: what the link has on the disk: a change of it after this check could lead out.
  ///   - depth: how many folders below the top the link is in.
  static func isInside(_ destination: [UInt8], depth: Int) -> Bool {
    let slash = UInt8(ascii: "/")
    guard !destination.isEmpty, destination.first != slash, !destination.contains(0) else {
      return false
    }
    var left = depth
    var hasName = false
    for component in destination.split(separator: slash) {
      if component.elementsEqual(".".utf8) { continue }
      guard component.elementsEqual("..".utf8) else {
        hasName = true
        continue
      }
      left -= 1
      guard left >= 0, !hasName else { return false }
    }
    return true
  }
}
