internal import CPeers
internal import DragSystem

/// The broker and the source of a lazy Accept in C: see CPeers.
enum PlainParties {
  static let broker = "org.dragd.PlainBroker"
  static let source = "org.dragd.PlainSource"

  static func serveBroker() throws { try serve { peer_lazy_broker($0, broker, source) } }
  static func serveSource() throws { try serve { peer_lazy_source($0, source) } }

  private static func serve(_ body: (String) -> Int32) throws {
    let address = Environment["DBUS_SESSION_BUS_ADDRESS"] ?? []
    guard body(String(decoding: address, as: UTF8.self)) == 0 else {
      throw BenchFailure("the parties in C did not start")
    }
  }
}
