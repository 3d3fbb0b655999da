/// Who may see a representation and accept it.
package enum Visibility: String, CaseIterable, Hashable, Sendable {
  /// Everybody on the bus.
  case all
  /// The same application: the same, known application id.
  case app
  /// The same bus connection.
  case connection
}
