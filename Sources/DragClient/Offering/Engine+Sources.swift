internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Serves dragd as a source.
extension Engine {
  /// How many sources without an offer still serve running transfers.
  private static let mostFormerSources = 64

  func add(_ core: OfferingCore) {
    sources[core.path] = core
    connection.serveSource(
      at: core.path,
      SourceHandlers(
        provide: { [unowned self] request in provide(request, core) },
        prepareLater: { [unowned self] call, reply in prepare(call, reply, core) },
        endedLater: { [unowned self] call, reply in
          ended(call, core)
          if call.operation == .move {
            delete(call, reply, core)
          } else {
            keep(call, core)
            reply.succeed()
          }
        },
        released: { [unowned self] call in released(call, core) }))
  }

  /// Removes an offer that is over; its running transfers are still served.
  func remove(_ core: OfferingCore) {
    guard sources.removeValue(forKey: core.path) != nil else { return }
    formerSources.append(core)
    if formerSources.count > Self.mostFormerSources {
      connection.serve(formerSources.removeFirst().path, nil)
    }
    session?.forget(core.localTokens)
  }

  /// Ends an offer. A listener may end the program then, so it learns of the end only when all moved items are deleted.
  func end(_ core: OfferingCore, _ end: OfferingEnd) {
    core.stop()
    remove(core)
    guard waitingForMoves[core.path] == nil else { return }
    waitingForMoves[core.path] = (core, end)
    finishOffersWithoutMoves()
  }

  /// Withdraws an offer that no task waits for any longer.
  func withdraw(_ id: Identifier) {
    if let call = try? BrokerCall<Void>.withdraw(id) { connection.post(call) }
  }

  private func provide(_ request: ProvideRequest, _ core: OfferingCore) {
    guard let session, let place = core.place(of: request.item),
      let produce = core.items[place].producer(of: request.type), let pipe = request.pipe
    else {
      request.fail("there is no item \(request.item) of type \(request.type)")
      return
    }
    let key = Production.Key(transfer: request.transfer, type: request.type)
    let writer: RepresentationWriter
    do throws(SystemError) {
      // A duplicate, which a worker closes: the last close of a pipe may take long.
      let own = try pipe.descriptor.duplicate()
      try own.setNonBlocking()
      writer = RepresentationWriter(
        session, PeerDescriptor(own, lane: .pipe(session.number()), pool: session.workers)
      ) { [weak session] in
        session?.run { $0.productions[key]?.interrupt() }
      }
    } catch {
      request.fail(DragError(error).messageForOthers)
      return
    }
    request.closePipe()
    start(request.transfer, of: core, place)
    core.events.send(
      .asked(TransferID(request.transfer), item: place, type: request.type.description))
    let task = Task {
      var result: Result<Void, DragError> = .success(())
      do {
        try await produce(writer)
      } catch {
        result = .failure(DragError(thrown: error))
      }
      writer.close()
      session.run { [result] engine in engine.productions.removeValue(forKey: key)?.end(result) }
    }
    productions[key] = Production(request, writer, task)
  }

  /// Follows a transfer, or cancels it with its offer.
  private func start(_ transfer: Identifier, of core: OfferingCore, _ place: Int) {
    let id = TransferID(transfer)
    follow(transfer) { progress in core.events.send(.progress(id, item: place, progress)) }
    if let reason = core.started(transfer) { cancel([transfer], reason: reason) }
  }

  /// Handles a signal about a transfer that nothing follows: of content that dragd holds the source hears nothing else
  /// before the end.
  func discover(_ transfer: Identifier, _ signal: Message) {
    var properties = TransferProperties()
    guard !sources.isEmpty || !formerSources.isEmpty,
      (try? properties.update(signal)) == true, !properties.state.isOver
    else { return }
    // Later signals find this follower; the next one has all that this one says.
    follow(transfer) { _ in }
    perform(timeout: Session.usualTimeout) { () throws(RequestError) in
      try .properties(ofTransfer: transfer)
    } then: { [weak self] answer in
      guard let self, followers[transfer] != nil, case .success(let properties) = answer,
        let core = (sources.values + formerSources).first(where: { $0.id == properties.offer }),
        let place = core.place(of: properties.item)
      else { return }
      start(transfer, of: core, place)
    }
  }

  /// Cancels the transfers of an offer, those too that dragd has not told of yet.
  func cancelTransfers(of core: OfferingCore, reason: String) {
    cancel(Array(core.cancelTransfers(reason)), reason: reason)
  }

  private func ended(_ call: EndedCall, _ core: OfferingCore) {
    if let transfer = call.transfer {
      core.ended(transfer)
      followers[transfer] = nil
      for (key, production) in productions where key.transfer == transfer {
        production.cancel()
        productions[key] = nil
      }
    }
    guard let place = core.place(of: call.item) else { return }
    if let operation = call.operation { core.transferred(place, by: operation) }
    core.events.send(.ended(EndedTransfer(call, item: place)))
  }

  private func released(_ call: ReleasedCall, _ core: OfferingCore) {
    // An offer that this library itself replaced is not over.
    guard call.offer == core.id else { return }
    end(core, OfferingEnd(call.reason))
  }
}

extension TransferID {
  init(_ id: Identifier) {
    self.init(rawValue: id.description)
  }

  init(_ move: NotedMove) {
    self.init(rawValue: move.text)
  }
}

extension OfferingEnd {
  init(_ reason: ReleaseReason) {
    self =
      switch reason {
      case .withdrawn: .withdrawn
      case .expired: .expired
      case .used: .used
      case .replaced: .replaced
      }
  }
}

extension EndedTransfer {
  init(_ call: EndedCall, item: Int) {
    transfer = call.transfer.map { TransferID($0) }
    self.item = item
    key = call.key.isEmpty ? nil : call.key
    bytes = call.bytes
    result =
      if let operation = call.operation {
        .success(DragOperation(operation))
      } else {
        .failure(
          call.failure.map { DragError($0) }
            ?? DragError(.cancelled, "the transfer was not completed"))
      }
  }
}
