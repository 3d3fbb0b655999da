internal import ClipboardModel
internal import DragModel
internal import DragSystem

/// A content of the history that an earlier dragclip had.
struct RestoredEntry {
  /// Nil from a dragclip that is older than ids.
  let id: EntryID?
  /// Nil if it has none any more.
  let offer: Identifier?
  let held: KeptContent
  let contents: [(ReadNumber, Content)]
  let isPinned: Bool
}
