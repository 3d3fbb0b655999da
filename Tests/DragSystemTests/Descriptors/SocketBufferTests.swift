import DragSystem
import Foundation
import Testing

@Suite struct SocketBufferTests {
  /// Bytes that the kernel takes although the peer reads nothing.
  private static func unread(limit: Int?) -> Int {
    var sockets: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
    defer { for socket in sockets { close(socket) } }
    if let limit { SocketBuffer.limitUnwritten(rawValue: sockets[0], to: limit) }
    let bytes = [UInt8](repeating: 0, count: 4_096)
    var total = 0
    while true {
      let count = send(sockets[0], bytes, bytes.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return total }
      total += count
    }
  }

  @Test func aLimitedSocketKeepsLittleThatItsPeerDoesNotRead() {
    #expect(Self.unread(limit: 32 << 10) <= 64 << 10)
    #expect(Self.unread(limit: 1 << 30) == Self.unread(limit: nil), "it never grows")
  }
}
