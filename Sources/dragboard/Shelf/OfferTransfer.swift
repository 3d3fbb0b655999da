/// A transfer of what is on offer that this process takes part in, for the shelf to show how far it is. dragd tells of a
/// transfer to its two parties only (Transfer1), so nobody can show those of others.
final class OfferTransfer {
  private static var running: [OfferTransfer] = []
  private static var observers: [ObjectIdentifier: @MainActor (String) -> Void] = [:]

  private let path: String
  private let tell: @MainActor (Double?) -> Void
  private var fraction: Double?

  /// It begins.
  ///
  /// - Parameters:
  ///   - path: of the offer.
  ///   - tell: is told how far it is, too.
  init(of path: String, _ tell: @escaping @MainActor (Double?) -> Void = { _ in }) {
    self.path = path
    self.tell = tell
    Self.running.append(self)
    changed()
  }

  /// How far it is, from 0 to 1; nil while nobody knows.
  func report(_ fraction: Double?) {
    self.fraction = fraction
    tell(fraction)
    changed()
  }

  /// It is over, well or not.
  func end() {
    Self.running.removeAll { $0 === self }
    changed()
  }

  private func changed() {
    for body in Self.observers.values { body(path) }
  }

  /// How far each transfer of an offer is that runs now.
  static func fractions(of path: String) -> [Double?] {
    running.filter { $0.path == path }.map(\.fraction)
  }

  /// Calls the body with the path of an offer whenever something has changed in its transfers.
  static func observe(_ observer: AnyObject, _ body: @escaping @MainActor (String) -> Void) {
    observers[ObjectIdentifier(observer)] = body
  }

  static func stopObserving(_ observer: AnyObject) {
    observers[ObjectIdentifier(observer)] = nil
  }
}
