/// The service manager's file descriptor store (sd_notify(3), “FDSTORE=1”; systemd.service(5),
/// “FileDescriptorStoreMax=”): it keeps duplicates of descriptors while the service is started anew and hands them to
/// the next process, see `PassedDescriptors`.
///
/// The manager drops a descriptor silently when its store is full, or holds another of the same open file description
/// already (it compares by kcmp(2)). “FDPOLL=0” keeps it from waiting for the descriptor: adding a file of a dead FUSE
/// mount to an epoll set would hang the manager.
package final class DescriptorStore {
  private enum Entry {
    case keep(PeerDescriptor, String)
    case drop(String)
    case then(() -> Void)
  }

  private let loop: EventLoop
  private let socket: NotifySocket
  /// What the manager has had no room for yet, in order.
  private var waiting = Queue<Entry>()
  private var watch: Watch?
  /// Called on the loop with what the system says when something could not be sent; what was to be kept is not.
  package var onFailure: ((SystemError) -> Void)?

  /// Nil where there is no manager, or one that takes no descriptors.
  package init?(
    loop: EventLoop, address: [UInt8]? = Environment["NOTIFY_SOCKET"]
  ) throws(SystemError) {
    guard let address, let socket = try NotifySocket.open(address: address) else { return nil }
    self.socket = socket
    self.loop = loop
  }

  /// Gives the manager a descriptor to keep under a name: printable ASCII without a colon, at most 255 bytes.
  package func keep(_ descriptor: PeerDescriptor, as name: String) {
    precondition(Self.isName(name))
    perform(.keep(descriptor, name))
  }

  /// The manager closes what it keeps under that name.
  package func drop(_ name: String) {
    precondition(Self.isName(name))
    perform(.drop(name))
  }

  /// Calls `body` when everything before is with the manager: at once, mostly.
  package func whenSent(_ body: @escaping () -> Void) {
    perform(.then(body))
  }

  /// Whether something waits for the manager to read.
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

  /// False when it has to be tried again.
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
