internal import BoardModel
internal import DragModel
internal import GtkKit
internal import Translations

/// The names and icons of types for people. The desktop's database has types without parameters, and no archive of a
/// folder.
nonisolated enum TypeNames {
  static func name(of type: String) -> String {
    if isFolder(type) { return translated("Folder") }
    let essence = MIMEType.essence(of: type)
    // The database calls it “unknown”, which sounds as if something were wrong with the file.
    if essence == "application/octet-stream" { return translated("file") }
    return ContentTypes.description(of: essence)
  }

  static func iconName(of type: String) -> String {
    isFolder(type) ? "folder" : ContentTypes.iconName(of: MIMEType.essence(of: type))
  }

  private static func isFolder(_ type: String) -> Bool {
    MIMEType.is(type) { $0 == .folderArchive }
  }
}
