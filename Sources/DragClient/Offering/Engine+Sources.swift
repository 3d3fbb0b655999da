internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// Serving dragd as a source.
extension Engine {
  /// So many sources without an offer still answer for what was begun.
  private static let mostFormerSources = 64

  func add(_ core: OfferingCore) {
    sources[core.path] = core
    connection.serveSource(
      at: core.path,
      SourceHandlers(
        provide: { [unowned self] request in provide(request, core) },
        prepareLater: { [unowned self] call, verdict in prepare(call, verdict, core) },
        endedLater: { [unowned self] call, verdict in
          ended(call, core)
          if call.operation == .move {
            delete(call, verdict, core)
          } else {
            keep(call, core)
            verdict.give(nil)
          }
        },
        released: { [unowned self] call in released(call, core) }))
  }

  /// The offer is over; transfers that run are still served.
  func remove(_ core: OfferingCore) {
    guard sources.removeValue(forKey: core.path) != nil else { return }
    formerSources.append(core.path)
    if formerSources.count > Self.mostFormerSources {
      connection.serve(formerSources.removeFirst(), nil)
    }
    session?.forget(core.localTokens)
  }

  /// The offer is over. Who listens may then end the program, so he hears it when what has moved away is deleted.
  func end(_ core: OfferingCore, _ end: OfferingEnd) {
    core.stop()
    remove(core)
    guard settling[core.path] == nil else { return }
    settling[core.path] = (core, end)
    finishSettled()
  }

  /// Ends an offer that nobody waits for any more.
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
      // A duplicate, for the last close of a pipe may take long; a worker does it.
      let own = try pipe.descriptor.duplicate()
      try own.setNonBlocking()
      writer = RepresentationWriter(
        session, PeerDescriptor(own, lane: "pipe \(session.number())", pool: session.workers)
      ) { [weak session] in
        session?.run { $0.productions[key]?.interrupt() }
      }
    } catch {
      request.fail(error.description)
      return
    }
    request.closePipe()
    let transfer = TransferID(request.transfer)
    core.events.send(.asked(transfer, item: place, type: request.type.description))
    follow(request.transfer) { progress in
      core.events.send(.progress(transfer, item: place, progress))
    }
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

  private func ended(_ call: EndedCall, _ core: OfferingCore) {
    if let transfer = call.transfer {
      followers[transfer] = nil
      for (key, production) in productions where key.transfer == transfer {
        production.cancel()
        productions[key] = nil
      }
    }
    guard let place = core.place(of: call.item) else { return }
    if let operation = call.operation { core.transferred(place, isMove: operation == .move) }
    core.events.send(.ended(EndedTransfer(call, item: place)))
  }

  private func released(_ call: ReleasedCall, _ core: OfferingCore) {
    // What this library itself replaced is not over.
    guard call.offer == core.id else { return }
    end(core, OfferingEnd(call.reason))
  }
}

extension TransferID {
  init(_ id: Identifier) {
    self.init(rawValue: id.description)
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
            ?? DragError(.cancelled, "the transfer did not come to its end"))
      }
  }
}
