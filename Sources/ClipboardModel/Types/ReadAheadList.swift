internal import DragModel

/// Which types are read before anybody pastes: few, because some programs take seconds to make one.
package enum ReadAheadList {
  package static let most = 8

  /// The types to read, in the owner's order.
  package static func choose(from imported: ImportedTypes) -> [ImportedType] {
    let types = imported.types.filter { !isNeverRead($0.type) }
    var wanted: [ImportedType] = []
    func want(_ type: ImportedType?) {
      if let type, !wanted.contains(type) { wanted.append(type) }
    }
    want(types.first { $0.type == .utf8Text } ?? types.first { $0.type.essence == "text/plain" })
    want(types.first { $0.type.essence == "text/html" })
    want(
      types.first { ["text/rtf", "application/rtf", "text/richtext"].contains($0.type.essence) })
    want(types.first { $0.target == TargetNames.gnomeFiles })
    want(types.first { $0.type.essence == TargetNames.uriList })
    want(types.first { $0.type.essence == "image/png" } ?? types.first { $0.type.type == "image" })
    want(types.first)
    let chosen = Set(wanted.prefix(most))
    return types.filter(chosen.contains)
  }

  /// Formats that programs take long to make, or that mean something to one program alone.
  private static func isNeverRead(_ type: MIMEType) -> Bool {
    let subtype = type.subtype
    return subtype.hasPrefix("x-inkscape-svg") || subtype.hasPrefix("x-openoffice-")
      || subtype.hasPrefix("vnd.portal.") || type.essence == TargetNames.kdeCut
  }
}
