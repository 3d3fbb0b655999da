internal import DisplaySelections
internal import DragSystem

/// Records the pastes under way, so that the next dragclip ends those of one that was killed: a file below
/// XDG_RUNTIME_DIR. It has numbers of windows only, nothing of the content.
enum PasteRecord {
  private static let name = Array("dragclip-pastes".utf8)
  /// A larger file was not written by dragclip.
  private static let mostBytes = 1 << 16

  /// Begins a new record, and ends the pastes in the former one.
  static func begin(in files: SessionFiles?, on display: any SelectionDisplay) {
    guard let former = files.map({ $0.read(name, limit: mostBytes) ?? [] }),
      let file = try? files?.create(name)
    else { return }
    display.recordRequests(in: file, former: former)
  }

  /// The display has gone, and the programs on it.
  static func remove(from files: SessionFiles?) { files?.remove(name) }
}
