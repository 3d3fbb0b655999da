import CLinux
import DragSystem
import Harness
import Testing

/// The store as a service uses it; the socket's other end is the test's.
@Suite struct DescriptorStoreTests {
  /// A manager that reads only when it is told to.
  private final class Manager {
    let socket: Int32
    let folder: TemporaryFolder
    let address: [UInt8]

    init(isAbstract: Bool = false) throws {
      folder = try TemporaryFolder()
      let socket = CLinux.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      let path = folder.path("notify")
      var name = sockaddr_un()
      name.sun_family = sa_family_t(AF_UNIX)
      let bytes = isAbstract ? [0] + Array(path.utf8) : Array(path.utf8)
      withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
      let length = socklen_t(2 + bytes.count + (isAbstract ? 0 : 1))
      let bound = withUnsafePointer(to: &name) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
      }
      #expect(bound == 0)
      self.socket = socket
      address = Array(((isAbstract ? "@" : "") + path).utf8)
    }

    deinit {
      close(socket)
      folder.remove()
    }

    /// The next message's text; nil when there is none.
    func read() -> String? {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = recv(socket, &buffer, buffer.count, 0)
      return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    var all: [String] {
      var all: [String] = []
      while let message = read() { all.append(message) }
      return all
    }
  }

  @Test(arguments: [false, true])
  func whatIsKeptAndDroppedIsToldWhereverTheSocketIs(isAbstract: Bool) throws {
    let manager = try Manager(isAbstract: isAbstract)
    let loop = try EventLoop()
    let pool = WorkerPool(remote: loop.remote, threads: 1, perLane: 1)
    let store = try #require(try DescriptorStore(loop: loop, address: manager.address))
    store.keep(PeerDescriptor(try Memfd.create("x"), lane: "x", pool: pool), as: "one.0.0")
    store.drop("one.0.0")
    #expect(
      manager.all == ["FDSTORE=1\nFDPOLL=0\nFDNAME=one.0.0", "FDSTOREREMOVE=1\nFDNAME=one.0.0"])
    #expect(!store.isBehind)
  }

  @Test func aManagerThatDoesNotReadIsNotWaitedForAndGetsAllInOrderLater() throws {
    let manager = try Manager()
    let loop = try EventLoop()
    let pool = WorkerPool(remote: loop.remote, threads: 1, perLane: 1)
    let store = try #require(try DescriptorStore(loop: loop, address: manager.address))
    var wasSent = false
    // The kernel queues some ten (net.unix.max_dgram_qlen), and never as many as these.
    let names = (0..<5_000).map { "name.\($0)" }
    for name in names {
      store.keep(PeerDescriptor(try Memfd.create("x"), lane: "x", pool: pool), as: name)
    }
    store.whenSent { wasSent = true }
    #expect(store.isBehind && !wasSent)
    var got: [String] = []
    let end = ContinuousClock.now + .seconds(30)
    while !wasSent, .now < end {
      got += manager.all
      loop.turn(timeout: 10)
    }
    got += manager.all
    #expect(got == names.map { "FDSTORE=1\nFDPOLL=0\nFDNAME=\($0)" })
    #expect(!store.isBehind)
  }

  @Test func aManagerThatIsGoneIsToldOfOnceForEach() throws {
    var manager: Manager? = try Manager()
    let loop = try EventLoop()
    let store = try #require(try DescriptorStore(loop: loop, address: manager?.address))
    manager = nil
    #expect(manager == nil)
    var failures: [SystemError] = []
    store.onFailure = { failures.append($0) }
    store.drop("a")
    #expect(failures == [SystemError("sendmsg", errno: ECONNREFUSED)])
    #expect(!store.isBehind)
  }

  @Test func withoutAManagerOrWithOneThatPassesNoDescriptorsThereIsNoStore() throws {
    let loop = try EventLoop()
    for address in [nil, [], Array("vsock:2:1234".utf8)] {
      #expect(try DescriptorStore(loop: loop, address: address) == nil)
    }
  }

  @Test func namesArePrintableWithoutAColonOfAtMost255Bytes() {
    for good in ["a", "id.0.1", String(repeating: "n", count: 255)] {
      #expect(DescriptorStore.isName(good))
    }
    for bad in ["", "a:b", "a\nb", "ä", String(repeating: "n", count: 256)] {
      #expect(!DescriptorStore.isName(bad))
    }
  }

  @Test func memoryAndThisMachinesDisksAreLocalProcIsNot() throws {
    let memory = try Memfd.create("x")
    #expect(try memory.isOnLocalFileSystem())
    let process = try FilePath.openForReading(Array("/proc/self/status".utf8))
    #expect(try !process.isOnLocalFileSystem())
  }
}
