/// The service manager's file descriptor store (sd_notify(3), “FDSTORE=1”; systemd.service(5),
/// “FileDescriptorStoreMax=”): it keeps duplicates of descriptors while the service restarts, and passes them to the
/// next process, see `PassedDescriptors`.
///
/// The manager silently drops a descriptor when its store is full, or when it holds another one of the same open file
/// description (it compares by kcmp(2)). “FDPOLL=0” prevents it from polling the descriptor: adding a file of a dead
/// FUSE mount to an epoll set would hang the manager.
package final class DescriptorStore {
  private enum Entry {
    case keep(PeerDescriptor, String)
    case drop(String)
    case then(() -> Void)
  }

  private let loop: EventLoop
  private let socket: NotifySocket
  /// Entries that the manager had no room for yet, in order.
  private var waiting = Queue<Entry>()
  private var watch: Watch?
  /// Called on the loop with the error when an entry could not be sent; a descriptor to keep is not kept then.
  package var onFailure: ((SystemError) -> Void)?

  /// Nil without a manager, and with one whose socket carries no descriptors.
  package init?(
    loop: EventLoop, address: [UInt8]? = Environment["NOTIFY_SOCKET"]
  ) throws(SystemError) {
    guard let address, let socket = try NotifySocket.open(address: address) else { return nil }
    self.socket = socket
    self.loop = loop
  }

  /// Has the manager keep a descriptor under a name: printable ASCII without a colon, at most 255 bytes.
  package func keep(_ descriptor: PeerDescriptor, as name: String) {
    precondition(Self.isName(name))
    perform(.keep(descriptor, name))
  }

  /// Has the manager close the descriptors of that name.
  package func drop(_ name: String) {
    precondition(Self.isName(name))
    perform(.drop(name))
  }

  /// Calls `body` when all earlier entries are sent: usually at once.
  package func whenSent(_ body: @escaping () -> Void) {
    perform(.then(body))
  }

  /// Whether entries wait for the manager.
  package var isBehind: Bool { !waiting.isEmpty }

  package static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    return !bytes.isEmpty && bytes.count <= 255
      && bytes.allSatisfy { (32..<127).contains($0) && $0 != UInt8(ascii: ":") }
  }

  private func perform(_ entry: Entry) {
    guard waiting.isEmpty, send(entry) else {
      waiting.append(entry)
      return waitForRoom()
    }
  }

  /// False when the entry must be sent again later.
  private func send(_ entry: Entry) -> Bool {
    do throws(SystemError) {
      switch entry {
      case .keep(let descriptor, let name):
        return try descriptor.withDescriptor { passed throws(SystemError) in
          try socket.send("FDSTORE=1\nFDPOLL=0\nFDNAME=\(name)", passed)
        }
      case .drop(let name):
        return try socket.send("FDSTOREREMOVE=1\nFDNAME=\(name)")
      case .then(let body):
        body()
        return true
      }
    } catch {
      onFailure?(error)
      return true
    }
  }

  private func waitForRoom() {
    guard watch == nil else { return }
    do throws(SystemError) {
      watch = try loop.watch(socket.descriptor, for: .writable) { [weak self] _ in self?.sendMore()
      }
    } catch {
      onFailure?(error)
    }
  }

  private func sendMore() {
    while let entry = waiting.first {
      guard send(entry) else { return }
      _ = waiting.popFirst()
    }
    watch?.cancel()
    watch = nil
  }
}
