internal import DragClient

/// A transfer of an offer in which this process takes part; the panel shows its progress. dragd notifies only the two
/// parties of a transfer (Transfer1), so the panel cannot show the transfers of others.
final class OfferTransfer {
  private static var running: [OfferTransfer] = []
  private static var observers: [ObjectIdentifier: @MainActor (String) -> Void] = [:]

  private let path: String
  private let onProgress: @MainActor (_ fraction: Double?, _ total: UInt64?) -> Void
  private var fraction: Double?

  /// Registers a transfer that starts.
  ///
  /// - Parameters:
  ///   - path: the path of the offer.
  ///   - onProgress: called with each fraction, and the number of bytes of the whole where it is known.
  init(
    of path: String, _ onProgress: @escaping @MainActor (Double?, UInt64?) -> Void = { _, _ in }
  ) {
    self.path = path
    self.onProgress = onProgress
    Self.running.append(self)
    changed()
  }

  /// Reports the fraction, from 0 to 1; nil while it is unknown.
  func report(_ fraction: Double?, of total: UInt64? = nil) {
    self.fraction = fraction
    onProgress(fraction, total)
    changed()
  }

  /// Reports the progress of what arrives.
  func report(_ progress: TransferProgress) { report(progress.fraction, of: progress.total) }

  /// Unregisters the transfer, completed or failed.
  func end() {
    Self.running.removeAll { $0 === self }
    changed()
  }

  private func changed() {
    for body in Self.observers.values { body(path) }
  }

  /// The fractions of the running transfers of an offer.
  static func fractions(of path: String) -> [Double?] {
    running.filter { $0.path == path }.map(\.fraction)
  }

  /// Calls the body with the path of an offer whenever its transfers have changed.
  static func observe(_ observer: AnyObject, _ body: @escaping @MainActor (String) -> Void) {
    observers[ObjectIdentifier(observer)] = body
  }

  static func stopObserving(_ observer: AnyObject) {
    observers[ObjectIdentifier(observer)] = nil
  }
}
