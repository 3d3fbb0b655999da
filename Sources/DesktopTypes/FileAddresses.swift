package import DragModel

extension MIMEType {
  /// Whether programs that are given the type open, or even move, files whose addresses it has: the lists of the
  /// desktops, their marks of a cut, and the keys to files of the document portal.
  package var namesFiles: Bool {
    ["text/uri-list", "text/x-moz-url"].contains(essence)
      || ["x-special/", "application/x-kde", "application/vnd.portal.", "text/x-moz-url-"]
        .contains { essence.hasPrefix($0) }
  }
}
