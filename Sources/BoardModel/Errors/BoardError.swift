/// Why something did not happen to the board. Whatever is refused changes nothing.
package enum BoardError: Error, Hashable, Sendable {
  /// There is no such list, or there is none any more.
  case noSuchList(String)
  /// There is no such card, or there is none any more.
  case noSuchCard(String)
  /// The card of that title is just being moved to another program: it cannot be changed any more, unless the move fails.
  case leaving(String)
  /// More than one card or list has such a name: it says which.
  case ambiguous(String, candidates: [String])
  /// The card has no such representation; these it has.
  case noSuchRepresentation(String, available: [String])
  /// What a person or a program gave is not what it has to be: the field, such as “latitude”, and the reason.
  case invalid(field: String, reason: String)
  /// Content that is not what its type says.
  case malformed(type: String, reason: String)
  /// A file that cannot be read.
  case unreadable(path: String, reason: String)
  /// The disk is full.
  case diskFull
  /// Another process has been writing to the store all the time.
  case busy
  /// The store was written by a newer version.
  case newer(version: Int)
  /// The store itself cannot be read or written.
  case storage(String)
}

extension BoardError: CustomStringConvertible {
  /// For people.
  package var description: String {
    switch self {
    case .noSuchList(let name): "There is no list “\(name)”."
    case .noSuchCard(let name): "There is no card “\(name)”."
    case .leaving(let title):
      "“\(title)” is just being moved to another program; try again if it stays."
    case .ambiguous(let name, let candidates):
      "“\(name)” could be any of \(candidates.joined(separator: ", "))."
    case .noSuchRepresentation(let type, let available):
      "The card has no “\(type)”; it has \(available.joined(separator: ", "))."
    case .invalid(let field, let reason): "\(field): \(reason)"
    case .malformed(let type, let reason): "This is no \(type): \(reason)"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .diskFull: "The disk is full."
    case .busy: "Another program keeps writing to the board; try again."
    case .newer(let version):
      "The board was written by a newer version of this program (format \(version))."
    case .storage(let message): "The board cannot be read or written: \(message)"
    }
  }
}

/// Runs a body whose error becomes one of the board's.
func mapError<Failure: Error, Value>(
  _ body: () throws(Failure) -> Value, to convert: (Failure) -> BoardError
) throws(BoardError) -> Value {
  do throws(Failure) {
    return try body()
  } catch {
    throw convert(error)
  }
}
