internal import DragModel
internal import Foundation

/// Tasks of iCalendar that are dropped.
extension CardReader {
  /// A card for each task, which has the task itself attached where a card cannot have all of it. None where a calendar
  /// has anything but tasks: it stays what it is.
  ///
  /// - Throws: `malformed` for what is no calendar, or was cut off.
  static func cards(ofCalendar content: Content) throws(BoardError) -> [NewCard] {
    let bytes = try content.bytes(atMost: BoardImport.largest)
    let read = try BoardImport(
      calendar: bytes, title: "", zone: .current, attachesLosses: true)
    return read.left.isEmpty ? read.lists.flatMap(\.cards) : []
  }
}
