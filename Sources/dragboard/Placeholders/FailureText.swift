internal import DragClient
internal import DragModel
internal import GtkKit

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
      "The source sent nothing for \(error.limit.components.seconds) seconds."
    default: sentence("\(error)")
    }
  }

  private static func of(_ error: DragError, _ amount: String) -> String {
    switch error.code {
    case .noSuchOffer, .noSuchItem:
      "It is no longer on offer: its source has closed or withdrawn it."
    case .truncated: "The source was closed before everything had arrived\(amount)."
    case .stalled: "The source sent nothing more\(amount)."
    case .changed: "The file was changed after it had been offered."
    case .noSessionBus, .noBroker, .disconnected, .noReply:
      "The service that carries it (dragd) does not answer."
    case .storageFull: "The disk is full."
    default: sentence(error.message)
    }
  }

  /// “ (200.0 MB of 400.0 MB)”; empty where one of them is unknown.
  private static func amount(_ fraction: Double?, _ total: UInt64?) -> String {
    guard let fraction, let total else { return "" }
    let arrived = ContentTypes.format(size: UInt64(fraction * Double(total)))
    return " (\(arrived) of \(ContentTypes.format(size: total)))"
  }

  private static func sentence(_ text: String) -> String {
    let line = Printable.line(text)
    return line.prefix(1).uppercased() + line.dropFirst()
  }
}
