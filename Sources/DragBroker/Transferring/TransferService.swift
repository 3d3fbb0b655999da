internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import ServiceLog

/// Serves Accept, Receive, Finish and Cancel, and performs the effects of transfers.
final class TransferService {
  let context: BrokerContext
  /// The descriptors of running and just ended transfers, by transfer.
  private var partTransfers: [Identifier: [PartTransfer]] = [:]
  /// Accepts of moves that wait for the ledger, by the numbers of their reservations.
  var reservedAccepts: [CallID: ReservedAccept] = [:]
  /// Transfers whose parties are notified at the end of this turn of the loop.
  private var notices: [Identifier: [Peer]] = [:]

  init(_ context: BrokerContext) {
    self.context = context
  }

  subscript(part: PartID) -> PartTransfer? { partTransfers[part.transfer]?[part.index] }

  func add(_ parts: [PartTransfer], to transfer: Identifier) { partTransfers[transfer] = parts }

  func stop(_ id: Identifier) {
    guard let ended = partTransfers.removeValue(forKey: id) else { return }
    for partTransfer in ended { partTransfer.stop() }
  }

  func log(_ id: Identifier, _ result: ShownTransfer) {
    var text: String {
      let types = result.types.map(\.description).joined(separator: ", ")
      // The id of a move that was committed is a secret of its two sides; others read the log.
      let isSecret = result.operation == .move && result.failure == nil
      let transfer = isSecret ? "a move" : "transfer \(id)"
      return "\(transfer) of \(types) \(result.state.rawValue) after \(result.bytes) bytes"
    }
    guard let why = result.failure else { return context.log.detail(text) }
    let line = "\(text): \(why.message)"
    // A destination may cancel whenever it likes, as the board does with previews.
    if result.state == .cancelled { context.log.detail(line) } else { context.log.warning(line) }
  }

  /// Whether one of the transfer's pipes still holds bytes for the destination.
  func hasUnreadStream(_ id: Identifier) -> Bool {
    partTransfers[id]?.contains { $0.hasUnreadBytes } ?? false
  }

  // MARK: Calls of the destination

  func receive(_ call: Call, _ message: Message, _ id: Identifier) throws(Rejection) {
    let request = try ReceiveCall(message)
    // Receive does nothing but answer.
    guard call.expectsReply else { return }
    try context.handle(call) { number in
      .receive(number, transfer: id, type: request.type, caller: call.peer)
    }
  }

  func answerReceive(_ number: CallID, _ part: PartID, size: UInt64) {
    guard let call = context.waitingCalls.removeValue(forKey: number) else { return }
    guard let partTransfer = self[part] else {
      return call.refuse(Rejection(.noSuchTransfer, "transfer \(part.transfer) is over"))
    }
    guard let content = partTransfer.removeReceived() else {
      return call.refuse(Rejection(.noSuchItem, "\(partTransfer.type) is not complete"))
    }
    pass(content, size: size, to: call, until: Clock.monotonic + Self.passTimeout)
  }

  /// Microseconds that a file waits for a descriptor to pass it by: as long as the bus shows a transfer after its end.
  private static let passTimeout: UInt64 = 60_000_000
  /// Microseconds between two tries.
  private static let passPause: UInt64 = 50_000

  /// Passes a file that the model counts as received already: so it is not lost while dragd has no descriptor left.
  private func pass(_ content: Content, size: UInt64, to call: Call, until deadline: UInt64) {
    let shortage: String
    do throws(SystemError) {
      let file = try content.reopenReadOnly()
      do throws(BusError) {
        return call.send(try ReceivedFile.reply(to: call.address, file, size: size))
      } catch {
        guard error.name == BusError.Name.noMemory else { return call.refuse(error) }
        shortage = error.message
      }
    } catch {
      shortage = "\(error)"
    }
    guard Clock.monotonic < deadline else {
      return call.refuse(
        Rejection(.quotaExceeded, "no descriptor is left to pass the file: \(shortage)"))
    }
    context.loop.after(microseconds: Self.passPause) { [weak self] in
      self?.pass(content, size: size, to: call, until: deadline)
    }
  }

  func finish(_ call: Call, _ id: Identifier) throws(Rejection) {
    // The destination may have read the end of a stream before the loop has handled the worker's report of it.
    context.loop.runPostedWork()
    try context.handle(call) { number in
      .finish(number, transfer: id, caller: call.peer, hasUnreadStream: hasUnreadStream(id))
    }
  }

  func answerFinish(_ number: CallID, _ outcome: FinishOutcome) {
    guard let call = context.waitingCalls.removeValue(forKey: number) else { return }
    FailPoint.pass("dragd: answer Finish")
    defer { FailPoint.pass("dragd: Finish is answered") }
    switch outcome {
    case .success(let result):
      call.answer { call throws(BusError) in try result.reply(to: call) }
    case .failure(let why):
      call.refuse(why)
    }
  }

  func cancel(_ call: Call, _ message: Message, _ id: Identifier) throws(Rejection) {
    let request = try CancelCall(message)
    // Both sides learn how far it came: the last report of a worker may be old.
    for part in partTransfers[id] ?? [] { part.reportTotal() }
    let effects = try context.apply(
      .cancel(transfer: id, caller: call.peer, reason: request.reason))
    call.acknowledge()
    context.perform(effects)
  }

  // MARK: The source

  func provide(
    _ part: PartID, _ source: SourceObject, offer: Identifier, item: Int, type: MIMEType
  ) {
    guard let pipe = self[part]?.removeSourceEnd() else { return }
    let message: Message
    do throws(BusError) {
      message = try ProvideCall.message(
        to: source, offer: offer, item: UInt32(clamping: item), type: type,
        pipe: pipe, transfer: part.transfer)
    } catch {
      let code = error.name == BusError.Name.noMemory ? ErrorCode.storageFull : .sourceFailed
      return context.handleLater(.part(part, .failed(Rejection(code, error.message))))
    }
    // The model has the deadlines.
    let reply = context.bus.call(message, timeout: nil) { [weak self] result in
      self?.provideAnswered(part, result)
    }
    self[part]?.keep(reply)
  }

  private func provideAnswered(_ part: PartID, _ result: Result<Message, BusError>) {
    // Reports of workers that have arrived come first, as in `DepartureService.peerLeft`: they have the number of
    // bytes, and a source whose pipe broke may fail only because the destination has closed its end.
    context.loop.runPostedWork()
    switch result {
    case .success(let reply):
      do throws(Rejection) {
        context.handle(.part(part, .replied(bytes: try ProvidedResult(reply).bytes)))
      } catch {
        fail(part, .sourceFailed, "the source's reply is malformed: \(error.message)")
      }
    case .failure(let error) where error.meansDisconnected:
      break
    case .failure(let error) where error.meansAbsence:
      // The call had no timeout, so the bus reports that the source has left.
      context.handle(.part(part, .sourceLeft))
    case .failure(let error):
      fail(part, .sourceFailed, error.text)
    }
  }

  private func fail(_ part: PartID, _ code: ErrorCode, _ text: String) {
    context.handle(.part(part, .failed(Rejection(code, text))))
  }

  /// Checks the source's file once more, on a worker of the file's lane.
  func verify(_ part: PartID) {
    guard let partTransfer = self[part], let payload = partTransfer.payload,
      case .reference(let file, let identity) = payload.place
    else { return context.handleLater(.part(part, .verified)) }
    let type = partTransfer.type
    context.workers.run(
      lane: file.lane,
      { () -> Rejection? in
        do throws(Rejection) {
          try SourceFileCheck.check(file, is: identity, type: type)
          return nil
        } catch {
          return error
        }
      },
      then: { [context] failure in
        context.handle(.part(part, failure.map { .failed($0) } ?? .verified))
      })
  }

  // MARK: Notices

  /// Notifies the parties of a transfer at the end of this turn of the loop: one signal then has all changes of the
  /// turn, such as the first and the last byte of a small transfer.
  func notify(_ parties: [Peer], of id: Identifier) {
    if notices.isEmpty { context.loop.next { [weak self] in self?.sendNotices() } }
    notices[id] = parties
  }

  private func sendNotices() {
    for id in Array(notices.keys) { sendNotice(of: id) }
  }

  /// Notifies the parties now, before a message that has to come after the notice.
  func sendNotice(of id: Identifier) {
    // A peer that does not read gets only replies.
    guard let parties = notices.removeValue(forKey: id)?.filter({ !context.readsNothing($0) }),
      let party = parties.first
    else { return }
    do throws(Rejection) {
      let shown = try context.model.shown(transfer: id, to: party)
      send(TransferProperties(shown), of: id, to: parties)
    } catch {
      context.log.error("transfer \(id) could not be shown: \(error.message)")
    }
  }

  private func send(_ properties: TransferProperties, of id: Identifier, to parties: [Peer]) {
    guard let first = parties.first else { return }
    do throws(BusError) {
      let change = try properties.changed(TransferProperties.changing, at: .transfer(id))
      for party in parties.dropFirst() { context.bus.send(try change.copy(for: party.name)) }
      try change.address(to: first.name)
      context.bus.send(change)
    } catch {
      context.log.error("a signal could not be sent: \(error.message)")
    }
  }
}
