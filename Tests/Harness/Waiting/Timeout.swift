/// How long the tests wait for something that is sure to happen on a healthy machine. Generous: a timeout only decides
/// how late a broken build fails.
package enum Timeout {
  package static let usual: Duration = .seconds(30)
  /// For programs with a window, and for display servers that start.
  package static let long: Duration = .seconds(90)
}
