internal import DisplaySelections
internal import DragSystem

/// Records the pastes under way, so that the next dragclip ends those of one that was killed: a file below
/// XDG_RUNTIME_DIR. It has numbers of windows only, nothing of the content.
enum PasteRecord {
  private static let name = Array("dragclip-pastes".utf8)
  /// A larger file was not written by dragclip.
  private static let mostBytes = 1 << 16

  /// Begins a new record, and ends the pastes in the former one. Without a folder for it there is none.
  static func begin(on display: any SelectionDisplay) {
    guard let folder = try? RuntimeFolder.ready() else { return }
    let former = (try? RuntimeFolder.read(name, limit: mostBytes)) ?? []
    folder.remove(name)
    guard let file = try? folder.create(name, mode: 0o600) else { return }
    display.recordRequests(in: file, former: former)
  }

  /// The display has gone, and the programs on it.
  static func remove() {
    if let folder = try? RuntimeFolder.ready() { folder.remove(name) }
  }
}
