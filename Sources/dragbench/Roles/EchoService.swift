internal import CPeers
internal import DragSystem

/// The peer in C: see CPeers.
enum EchoService {
  static let name = "org.dragd.Echo"

  static func serve(_ arguments: [String]) throws {
    let address = Environment["DBUS_SESSION_BUS_ADDRESS"] ?? []
    guard peer_echo(String(decoding: address, as: UTF8.self), name) == 0 else {
      throw BenchFailure("the echo did not start")
    }
  }
}
