internal import DragModel

/// The types that dragclip reads ahead: few, because some programs take seconds to make one.
///
/// No program notices a read of them, for each is the content itself:
/// - text, HTML, RTF, a drawing and a picture: any program that pastes reads them, and clipboard managers do at every
///   copy;
/// - a list of files: only after the marks have said that the files were copied. To read that of a cut may be the move
///   (see `Inspection`);
/// - the owner's first type: what it believes the content to be, unless only one program reads it.
package enum ReadAheadList {
  package static let most = 8

  /// The types to read, in the owner's order.
  package static func choose(from imported: ImportedTypes) -> [ImportedType] {
    let types = imported.types.filter { !isNeverRead($0.type) }
    var wanted: [ImportedType] = []
    func add(_ type: ImportedType?) {
      if let type, !wanted.contains(type) { wanted.append(type) }
    }
    add(types.first { $0.type == .utf8Text } ?? types.first { $0.type.essence == "text/plain" })
    add(types.first { $0.type.essence == "text/html" })
    add(
      types.first { ["text/rtf", "application/rtf", "text/richtext"].contains($0.type.essence) })
    add(types.first { TargetNames.copiedFiles.contains($0.target) })
    add(types.first { $0.type.essence == TargetNames.uriList })
    // Without it the text beside it, which is its source, would be the content.
    add(types.first { $0.type.essence == "image/svg+xml" })
    add(types.first { $0.type.essence == "image/png" } ?? types.first { $0.type.type == "image" })
    add(types.first)
    let chosen = Set(wanted.prefix(most))
    return types.filter(chosen.contains)
  }

  /// Formats that take programs long to make, or that only one program reads.
  private static func isNeverRead(_ type: MIMEType) -> Bool {
    let subtype = type.subtype
    return subtype.hasPrefix("x-inkscape-svg") || subtype.hasPrefix("x-openoffice-")
      || subtype.hasPrefix("vnd.portal.") || subtype.hasPrefix("x-dragboard-")
      || [TargetNames.kdeCut, TargetNames.namedTarget].contains(type.essence)
  }
}
