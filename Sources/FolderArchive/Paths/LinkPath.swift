/// Where symbolic links may lead: to what is in the folder, by relative paths.
enum LinkPath {
  /// Whether a link leads nowhere out of the folder.
  ///
  /// `..` may only come first: after a name that is itself a link, it would lead to the parent of that link's
  /// destination. The folders above the link are no links.
  ///
  /// - Parameter depth: how many folders below the top the link is in.
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
