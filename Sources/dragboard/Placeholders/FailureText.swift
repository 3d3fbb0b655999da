internal import BoardModel
internal import DragClient
internal import DragModel
internal import GtkKit
internal import Translations

/// What a person reads of an error.
enum FailureText {
  /// The reason as a sentence.
  ///
  /// - Parameters:
  ///   - fraction: how much had arrived, from 0 to 1.
  ///   - total: the number of bytes of the whole.
  static func of(_ error: any Error, arrived fraction: Double? = nil, total: UInt64? = nil)
    -> String
  {
    switch error {
    case let error as DragError: of(error, amount(fraction, total))
    case let error as InputStream.Timeout:
      translated(
        count: error.limit.components.seconds, one: "The source sent nothing for {count} second.",
        other: "The source sent nothing for {count} seconds.")
    case let error as TooLarge:
      sentence(translated("there are more than {count} bytes", ["count": error.limit]))
    // A file's name is written as it is.
    case BoardError.brokenFile, BoardError.unreadable:
      Printable.line(String("\(error)".prefix(longest)))
    default: sentence("\(error)")
    }
  }

  private static func of(_ error: DragError, _ amount: String) -> String {
    switch error.code {
    case .noSuchOffer, .noSuchItem:
      translated("It is no longer on offer: its source has closed or withdrawn it.")
    case .truncated:
      translated("The source was closed before everything had arrived{amount}.", ["amount": amount])
    case .stalled: translated("The source sent nothing more{amount}.", ["amount": amount])
    case .changed: translated("The file was changed after it had been offered.")
    case .noSessionBus, .noBroker, .disconnected, .noReply:
      translated("The service that transfers it (dragd) does not answer.")
    case .notAcceptable: translated("Nothing in it can be read.")
    case .storageFull: translated("The disk is full.")
    default: sentence(error.message)
    }
  }

  /// “ (200.0 MB of 400.0 MB)”; empty where one of them is unknown.
  private static func amount(_ fraction: Double?, _ total: UInt64?) -> String {
    guard let fraction, let total else { return "" }
    let arrived = ContentTypes.format(size: UInt64(fraction * Double(total)))
    let share = translated(
      "{done} of {size}", ["done": arrived, "size": ContentTypes.format(size: total)])
    return " (\(share))"
  }

  private static let longest = 1_000

  private static func sentence(_ text: String) -> String {
    // It may repeat what a stranger wrote, and GTK lays out all of a label.
    let line = Printable.line(String(text.prefix(longest)))
    return line.prefix(1).uppercased() + line.dropFirst()
  }
}
