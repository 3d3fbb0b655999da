internal import CPeers

/// The peer in C: see CPeers.
enum EchoService {
  static let name = "org.dragd.Echo"

  static func serve(_ arguments: [String]) throws {
    guard peer_echo(name) == 0 else { throw BenchFailure("the echo could not begin") }
  }
}
