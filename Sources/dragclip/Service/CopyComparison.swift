internal import ClipboardModel
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Whether an offer that is to be copied has what the clipboard has already, in all its types. Two clipboards that are
/// kept alike by a command each would otherwise copy for ever.
final class CopyComparison {
  private let connection: BrokerConnection
  private let workers: WorkerPool
  private let offers: [Identifier]
  /// The representations that are still to be compared.
  private var rest: [(item: UInt32, type: MIMEType)] = []
  private var contents: [ComparedContent] = []
  private let then: (Bool) -> Void

  /// Bytes that are compared; a larger copy counts as another one.
  private static let most: UInt64 = 64 << 20
  /// How long dragd may take to answer, in ms.
  private static let timeout = 9_000

  /// - Parameter then: called once, on the loop.
  init(
    _ new: CopiedOffer, _ present: CopiedOffer, _ connection: BrokerConnection,
    _ workers: WorkerPool,
    then: @escaping (Bool) -> Void
  ) {
    self.connection = connection
    self.workers = workers
    self.then = then
    offers = [new.offer, present.offer]
    for (index, item) in new.items.enumerated() {
      rest += item.representations.map { (UInt32(index), $0.type) }
    }
  }

  /// Whether the two may be equal: both are held for one copy, with the same names, types and sizes.
  static func isWorthIt(_ new: CopiedOffer, _ present: CopiedOffer) -> Bool {
    let representations = new.items.flatMap(\.representations)
    return new.offer != present.offer && new.items == present.items && new.isCut == present.isCut
      && [new, present].allSatisfy { $0.isRemembered && $0.isWithdrawn && $0.expires == nil }
      && new.replaces == nil && representations.allSatisfy { $0.isHeld && $0.size != nil }
      && representations.reduce(0) { $0 + ($1.size ?? 0) } <= most
  }

  func start() { compareNext() }

  private func compareNext() {
    guard let next = rest.popLast() else { return then(true) }
    contents = []
    for offer in offers { accept(offer, next.item, next.type) }
  }

  private func accept(_ offer: Identifier, _ item: UInt32, _ type: MIMEType) {
    do throws(RequestError) {
      let call = try BrokerCall<[AcceptedPart]>.accept(
        offer, AcceptCall(items: [item], types: [type.description]))
      connection.perform(call, timeout: Self.timeout) { [self] result in
        guard case .success(let parts) = result, let part = parts.first else { return end() }
        if let transfer = part.transfer, let call = try? BrokerCall<FinishResult>.finish(transfer) {
          connection.post(call)
        }
        switch part.content {
        case .data(let bytes): contents.append(.bytes(bytes))
        case .descriptor(let file): contents.append(.file(file))
        case .later: return end()
        }
        if contents.count == offers.count { compareContents() }
      }
    } catch {
      end()
    }
  }

  private func compareContents() {
    let (one, other) = (contents[0], contents[1])
    // What came with the replies is short.
    if case .bytes(let bytes) = one, case .bytes(let others) = other {
      return compared(bytes == others)
    }
    workers.run(lane: .conversion) {
      one.hasSameBytes(as: other)
    } then: { [self] in
      compared($0)
    }
  }

  private func compared(_ areEqual: Bool) {
    if areEqual { compareNext() } else { end() }
  }

  private var hasEnded = false

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    then(false)
  }
}

/// A content that is compared with another one.
private enum ComparedContent: Sendable {
  case bytes([UInt8])
  case file(SharedDescriptor)

  func hasSameBytes(as other: ComparedContent) -> Bool {
    var offset: UInt64 = 0
    while let bytes = try? read(upTo: 1 << 20, at: offset) {
      guard let others = try? other.read(upTo: max(bytes.count, 1), at: offset), bytes == others
      else { return false }
      if bytes.isEmpty { return true }
      offset += UInt64(bytes.count)
    }
    return false
  }

  private func read(upTo count: Int, at offset: UInt64) throws(SystemError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): Array(bytes.dropFirst(Int(offset)).prefix(count))
    case .file(let file): try file.descriptor.read(upTo: count, at: offset)
    }
  }
}
