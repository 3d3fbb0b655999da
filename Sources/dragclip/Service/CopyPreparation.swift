internal import ClipboardModel
internal import DesktopTypes
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Reads an offer's properties and items before it is put on the clipboard.
final class CopyPreparation {
  typealias Answer = Result<CopiedOffer, Rejection>

  /// How long dragd may take to answer, in ms.
  private static let timeout = 10_000

  private let call: CopyCall
  private var properties: OfferProperties? { didSet { endIfComplete() } }
  private var items: [Item<ShownRepresentation>]? { didSet { endIfComplete() } }
  /// The first result counts.
  private var answer: Answer?
  private var then: ((Answer) -> Void)?

  /// Asks for both at once: the answers of dragd are most of the time that a copy takes.
  init(_ call: CopyCall, on connection: BrokerConnection) {
    self.call = call
    let properties = { () throws(RequestError) in
      try BrokerCall<OfferProperties>.properties(of: call.offer)
    }
    let items = { () throws(RequestError) in
      try BrokerCall<[Item<ShownRepresentation>]>.items(of: call.offer)
    }
    ask(properties, connection) { self.properties = $0 }
    ask(items, connection) { self.items = $0 }
  }

  /// Calls `then` with the answer, perhaps at once.
  func whenDone(_ then: @escaping (Answer) -> Void) {
    if let answer { then(answer) } else { self.then = then }
  }

  private func end(_ answer: Answer) {
    guard self.answer == nil else { return }
    self.answer = answer
    then.take()?(answer)
  }

  private func endIfComplete() {
    guard let properties, let items else { return }
    end(Self.result(call, properties, items))
  }

  private static func result(
    _ call: CopyCall, _ properties: OfferProperties, _ items: [Item<ShownRepresentation>]
  ) -> Result<CopiedOffer, Rejection> {
    guard properties.operations.contains(.copy) else {
      return .failure(
        Rejection(
          .operationNotAllowed,
          "offer \(call.offer) may not be copied: it allows "
            + properties.operations.map(\.rawValue).joined(separator: ", ")))
    }
    let copied = offer(call, properties, items)
    guard !properties.isFromSandbox || copied.items.allSatisfy({ !$0.representations.isEmpty })
    else {
      return .failure(
        Rejection(
          .notAcceptable,
          "offer \(call.offer) has only addresses, and its source may run in a sandbox: programs that paste "
            + "would open files for it"))
    }
    return .success(copied)
  }

  private func ask<Reply>(
    _ make: () throws(RequestError) -> BrokerCall<Reply>, _ connection: BrokerConnection,
    _ arrived: @escaping (Reply) -> Void
  ) {
    do throws(RequestError) {
      connection.perform(try make(), timeout: Self.timeout) { [self] result in
        switch result {
        case .success(let reply): arrived(reply)
        case .failure(let error): end(.failure(error.rejection))
        }
      }
    } catch {
      end(.failure(error.rejection))
    }
  }

  private static func offer(
    _ call: CopyCall, _ properties: OfferProperties, _ items: [Item<ShownRepresentation>]
  ) -> CopiedOffer {
    // Read only if it is asked, for what is not called text.
    let database = TypeDatabase.shared
    // Programs that paste open the files whose addresses they get: no list comes from a sandbox.
    func isCopied(_ type: MIMEType) -> Bool {
      !properties.isFromSandbox || !type.namesFiles
    }
    let copied = items.map { item in
      CopiedItem(
        name: item.attributes.name, file: item.attributes.file,
        representations: item.representations.filter { isCopied($0.content.type) }.map {
          CopiedRepresentation(
            type: $0.content.type, size: $0.content.size, isHeld: $0.content.isHeld,
            isText: database.isKindOfText($0.content.type))
        })
    }
    return CopiedOffer(
      offer: call.offer, items: copied, isSensitive: properties.isSensitive, isCut: call.cut,
      isWithdrawn: call.withdraw, isRemembered: call.remember,
      expires: expiry(properties.expires),
      // What is not held ends with its source.
      types: copied.allSatisfy { $0.representations.allSatisfy(\.isHeld) }
        ? properties.types.filter(isCopied) : nil,
      replaces: call.replaces)
  }

  /// The end of an offer by the clock of the timers; nil for an offer that does not expire.
  private static func expiry(_ wall: UInt64) -> UInt64? {
    guard wall > 0 else { return nil }
    let now = Clock.realtime
    return Clock.monotonic + (wall > now ? wall - now : 0)
  }
}
