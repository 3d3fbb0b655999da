internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

extension BrokerService {
  /// Microseconds that looking at passed descriptors may take; callers wait 25 s by default.
  private static let patience: UInt64 = 20_000_000

  /// Takes the content of offered items into the store and finds out who offers, on workers and over
  /// the bus; then lets `finish` put them before the model. If that is refused, the content goes.
  func takeIn(
    _ items: [Item<ReceivedContent>], _ passed: [PeerDescriptor], isSensitive: Bool,
    for call: Call,
    finish: @escaping (Party, [Item<OfferedContent>]) throws(Rejection) -> Void
  ) {
    let attempt = begin(call)
    let finishing = { [self] (taken: [Intake.Taken]) in
      peers.identify(call.peer) { [self] party in
        guard end(attempt) else { return }
        var contents: [HeldContent] = []
        let offered = store(items, taken, into: &contents)
        do throws(Rejection) {
          try finish(party, offered)
        } catch {
          for content in contents { store.remove(content) }
          call.refuse(error)
        }
        rearm()
      }
    }
    guard !passed.isEmpty else { return finishing([]) }
    attempt.giveUp(after: Self.patience, loop) { [self] in
      _ = end(attempt)
      call.refuse(
        Rejection(
          .invalidDescriptor,
          "reading the passed descriptors took longer than 20 s; "
            + "pass files that can be read"))
    }
    let intake = Intake(
      pool: workers, isSensitive: isSensitive, placement: placement(isSensitive: isSensitive),
      quotaLeft: model.heldBytesLeft(for: call.peer), limits: configuration.limits)
    let candidates = Self.candidates(items, passed)
    workers.run(
      lane: call.peer.name,
      { [intake] in
        var intake = intake
        return intake.take(candidates)
      },
      then: { [self] result in
        guard attempt.isOpen else { return }
        switch result {
        case .success(let taken): finishing(taken)
        case .failure(let why):
          _ = end(attempt)
          call.refuse(why)
        }
      })
  }

  /// One candidate for each descriptor, in their order.
  private static func candidates(
    _ items: [Item<ReceivedContent>], _ passed: [PeerDescriptor]
  ) -> [Intake.Candidate] {
    var candidates: [Intake.Candidate] = []
    for (index, item) in items.enumerated() {
      for representation in item.representations {
        guard case .descriptor(let number) = representation.content else { continue }
        let type = representation.type.map { " (\($0))" } ?? ""
        candidates.append(
          Intake.Candidate(
            descriptor: passed[number], label: "item \(index)\(type)",
            type: representation.type, name: item.attributes.name))
      }
    }
    return candidates
  }

  /// The items as the model takes them.
  private func store(
    _ items: [Item<ReceivedContent>], _ taken: [Intake.Taken], into contents: inout [HeldContent]
  ) -> [Item<OfferedContent>] {
    var rest = taken[...]
    return items.map { item in
      let representations = item.representations.map { representation in
        var type = representation.type
        let content: OfferedContent
        switch representation.content {
        case .bytes(let bytes):
          type = type ?? Self.infer(item.attributes.name, bytes)
          content = hold(Payload(.bytes(bytes), size: UInt64(bytes.count)), &contents)
        case .descriptor:
          guard let next = rest.popFirst() else {
            preconditionFailure("as many were taken in as were passed")
          }
          type = next.type
          content = hold(next.payload, &contents)
        case .lazy(let size):
          content = .lazy(size: size)
        }
        return Representation(
          type: type, visibility: representation.visibility, content: content)
      }
      return Item(attributes: item.attributes, representations: representations)
    }
  }

  private func hold(_ payload: Payload, _ contents: inout [HeldContent]) -> OfferedContent {
    let content = store.add(payload)
    contents.append(content)
    return .held(content)
  }

  private static func infer(_ name: String?, _ bytes: [UInt8]) -> MIMEType {
    let wanted = TypeDatabase.firstBytesWanted
    return TypeDatabase.infer(
      name: name, firstBytes: Array(bytes.prefix(wanted)), isWhole: bytes.count <= wanted)
  }
}
