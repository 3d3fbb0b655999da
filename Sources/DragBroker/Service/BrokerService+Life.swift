internal import DBus
internal import DragModel
internal import DragProtocol
internal import DragSystem

// From the first message to the last.

extension BrokerService {
  /// Serves the session bus until it is told to stop or nobody needs it.
  /// - Returns: the exit status: 0 after a clean stop, 1 when the bus cannot be served.
  package static func run(_ configuration: Configuration) -> Int32 {
    let log = Log()
    StandardStream.ensureOpen()
    DragSystem.Limits.raiseDescriptors()
    do {
      let loop = try EventLoop()
      let bus = try Connection.session()
      return try BrokerService(configuration, loop: loop, bus: bus).serve()
    } catch let error as BusError {
      log.error("the session bus cannot be served: \(error.message)")
    } catch {
      log.error("the service cannot start: \(error)")
    }
    return 1
  }

  private func serve() throws -> Int32 {
    bus.allowDescriptorsPerMessage(Self.descriptorsPerMessage)
    bus.attach(to: loop, workers: workers)
    bus.limitMessagesWithDescriptors(
      ofEachSender: Int(clamping: configuration.limits.descriptorMessagesPerConnection))
    bus.serveInTurns(turnRules)
    bus.onMessage = { [unowned self] message in received(message) }
    bus.onDisconnect = { [unowned self] in
      log.error("the session bus has closed the connection")
      leave(status: 1)
    }
    // A connection that leaves takes its transfers along; its name never comes back.
    try bus.addMatch(
      "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
        + "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
    let recovery = try recover()
    guard try bus.requestName(BusName.broker, .doNotQueue).isOwner else {
      log.error("\(BusName.broker) is served by another dragd on this bus")
      return 1
    }
    if let recovery { begin(recovery) }
    let signals = try SignalWatch([.terminate, .interrupt], on: loop) { [unowned self] _ in stop() }
    defer { signals.cancel() }
    log.info("dragd \(Release.version) serves \(BusName.broker)")
    rearm()
    called()
    loop.run()
    return exitStatus
  }

  /// dbus-broker forwards up to 253; whoever accepts fewer is cut off.
  private static let descriptorsPerMessage = 1_024

  /// Somebody wants the service to end: everybody who waits gets an answer first.
  private func stop() {
    log.info("stopping: \(model.inventory.transfersRunning) transfers are cancelled")
    endListing()
    happened(.stopping)
    // A commit that is being written is decided first, and whoever waits for it is told.
    ledger.drain { [self] in
      happened(.stopping)
      leave(status: 0)
    }
  }

  /// Nobody has needed the service for a while. Whoever calls while the name is being given back is
  /// still served: the bus starts another dragd only for calls after that.
  func leaveIfIdle() {
    guard isIdle, !isLeaving else { return }
    guard !bus.hasWaitingCalls else { return rearm() }
    isLeaving = true
    do throws(BusError) {
      try bus.releaseName(BusName.broker) { [weak self] in self?.nameReleased() }
    } catch {
      leave(status: 1)
    }
  }

  private func nameReleased() {
    isLeaving = false
    guard isIdle, !bus.hasWaitingCalls else { return returnToService() }
    log.info("leaving: nothing is on offer")
    persistence?.removeFile()
    leave(status: 0)
  }

  private func returnToService() {
    do throws(BusError) {
      try bus.requestName(BusName.broker, .doNotQueue) { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let outcome) where outcome.isOwner:
          // Another dragd may have had the name in between, and have left a state of its own.
          persistence?.takeOver(model, store)
          rearm()
        case .success, .failure:
          persistence?.giveUp()
          log.warning("another dragd has taken over; this one ends with its last offer")
        }
      }
    } catch {
      leave(status: 1)
    }
  }

  /// Milliseconds for what is still to be said when the service ends. The bus takes it at once, unless somebody reads
  /// nothing.
  private static let lastWords = 1_000

  private func leave(status: Int32) {
    exitStatus = status
    ledger.drain { [self] in
      bus.flush(within: Self.lastWords)
      bus.close()
      loop.stop()
    }
  }
}
