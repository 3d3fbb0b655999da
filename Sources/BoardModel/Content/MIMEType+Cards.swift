internal import DesktopTypes
package import DragModel

/// The kinds of types that cards distinguish.
extension MIMEType {
  package var charset: String? { parameters.first { $0.name == "charset" }?.value }
  package var isImage: Bool { type == "image" }
  package var isJSON: Bool { essence == "application/json" || essence.hasSuffix("+json") }
  package var isGeocache: Bool { essence == Geocache.type }
  package var isGPX: Bool { essence == GPX.type }
  package var isCalendar: Bool { essence == BoardImport.calendarType }
  package var isURIList: Bool { essence == "text/uri-list" }
  package var isLink: Bool { essence == Link.type }
  package var isText: Bool { essence == "text/plain" }
  package var isMarkdown: Bool { essence == BoardImport.markdownType }
  package var isHTML: Bool { essence == BoardImport.htmlType }

  /// Whether it only accompanies dragged files: it has their paths, in one program's format.
  var isCompanionOfFiles: Bool {
    isURIList || isText || type == "x-special"
      || essence.hasPrefix("application/vnd.portal.") || isHTML
      || isLink || essence == "application/x-kde4-urilist"
  }

  /// Whether it only accompanies text: its program's own form of it, or its picture.
  var isCompanionOfText: Bool { isImage || TypeDatabase.shared.isPrivate(self) }

  /// Whether a text is a MIME type that meets a condition. Programs on X11 also offer names that are no MIME types,
  /// such as `UTF8_STRING`.
  package static func `is`(_ text: String, _ condition: (MIMEType) -> Bool) -> Bool {
    MIMEType(text).map(condition) ?? false
  }
}
