internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import PeerIdentity

/// Finds out whether a caller runs in a sandbox.
///
/// Where dragclip sees the files that the programs of its user see, it looks at the caller's process itself. In its
/// unit it has files and users of its own, so the kernel lets it look at no other process: there it asks dragd, which
/// has neither. The bus starts dragd for that. While dragd does not answer, dragclip serves no caller.
final class CallerDirectory {
  /// Whether the caller is in a sandbox, or why dragclip cannot know.
  typealias Answer = Result<Bool, Rejection>

  private let connection: BrokerConnection
  /// Nil where dragclip has to ask dragd.
  private let own: PeerDirectory?
  private var waiting: [Peer: [(Answer) -> Void]] = [:]

  /// Milliseconds that dragd may take. It gives up itself before that.
  private static let timeout = 15_000

  init(_ connection: BrokerConnection, _ workers: WorkerPool) {
    self.connection = connection
    own =
      ProcessFacts.sharesParentsFiles
      ? PeerDirectory(bus: connection.bus, workers: workers) : nil
  }

  /// Calls `then` with the answer; the calls of one peer get theirs in order.
  func identify(_ peer: Peer, then: @escaping (Answer) -> Void) {
    if let own { return own.identify(peer) { then(.success($0.isSandboxed)) } }
    waiting[peer, default: []].append(then)
    if waiting[peer]?.count == 1 { ask(about: peer, isFirst: true) }
  }

  /// Forgets a peer of which no call waits any more. dragd keeps its own answer until the peer leaves the bus.
  func forget(_ peer: Peer) { own?.forget(peer) }

  private func ask(about peer: Peer, isFirst: Bool) {
    do throws(RequestError) {
      connection.perform(try .identify(peer.name), timeout: Self.timeout) { [weak self] result in
        switch result {
        case .success(let identity): self?.answer(.success(identity.isSandboxed), peer)
        // dragd has ended, and the bus starts the next one.
        case .failure(let error) where isFirst && error.brokerHasEnded:
          self?.ask(about: peer, isFirst: false)
        case .failure(let error): self?.fail(peer, error)
        }
      }
    } catch {
      fail(peer, error)
    }
  }

  private func fail(_ peer: Peer, _ error: RequestError) {
    let why = "dragd cannot tell dragclip which program \(peer.name) is"
    answer(.failure(Rejection(.busy, "\(why): \(error.message)")), peer)
  }

  private func answer(_ answer: Answer, _ peer: Peer) {
    // The next calls of the peer ask anew.
    for waiter in waiting.removeValue(forKey: peer) ?? [] { waiter(answer) }
  }
}
