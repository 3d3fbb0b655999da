import CLinux
import DragSystem
import Foundation
import Testing

@Suite struct LocalSocketTests {
  /// A socket that listens, and its path.
  private final class Server {
    let path = "\(NSTemporaryDirectory())/dragsystem-\(UUID().uuidString.prefix(8))"
    private let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)

    init() throws {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let length = socklen_t(MemoryLayout<sockaddr_un>.size)
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
      }
      guard result == 0, listen(number, 0) == 0 else { throw Failed(call: "bind") }
    }

    deinit {
      close(number)
      unlink(path)
    }

    func accept() -> Int32 { CLinux.accept(number, nil, nil) }
  }

  @Test func aConnectionCarriesBytes() throws {
    let server = try Server()
    let client = try LocalSocket.connect(to: Array(server.path.utf8), within: 30_000)
    let peer = OwnedFileDescriptor(adopting: server.accept())
    try client.write(all: [1, 2])
    #expect(try peer.read(upTo: 10) == [1, 2])
  }

  @Test func aFullQueueIsNotWaitedForForEver() throws {
    let server = try Server()
    let path = Array(server.path.utf8)
    let first = try LocalSocket.connect(to: path, within: 30_000)
    do throws(SystemError) {
      _ = try LocalSocket.connect(to: path, within: 50)
      Issue.record("nobody has accepted the first")
    } catch {
      #expect(error == SystemError("connect", errno: EAGAIN))
    }
    // There is room again.
    close(server.accept())
    _ = try LocalSocket.connect(to: path, within: 30_000)
    _ = consume first
  }

  @Test(arguments: [
    (Array("/nowhere/socket".utf8), ENOENT), ([UInt8](repeating: 47, count: 200), ENAMETOOLONG),
    ([47, 0, 47], EINVAL),
  ])
  func aWrongPathIsAnError(_ path: [UInt8], _ errno: Int32) throws {
    do throws(SystemError) {
      _ = try LocalSocket.connect(to: path, within: 1_000)
      Issue.record("connected")
    } catch {
      #expect(error == SystemError("connect", errno: errno))
    }
  }
}
