internal import DBus
internal import DisplaySelections
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import ServiceLog

/// The start of the program.
extension ClipboardProgram {
  /// Serves until the display or the bus ends or a signal arrives; returns the exit status if it cannot start.
  static func run(_ options: Options) -> Int32 {
    let log = Log(of: "dragclip", isVerbose: options.isVerbose)
    Interruption.ignoreBrokenPipes()
    ProgramHeap.useOneArena()
    // Each type of the history has one.
    ProcessLimits.raiseDescriptors()
    do throws(SystemError) {
      let loop = try EventLoop()
      let workers = WorkerPool(remote: loop.remote, threads: 64, perLane: 4)
      MutterConnection.endFormer(PassedDescriptors(lane: .mutterSockets, pool: workers), loop)
      return serve(options, loop, workers, log)
    } catch {
      log.error("\(error)")
      return 1
    }
  }

  private static func serve(
    _ options: Options, _ loop: EventLoop, _ workers: WorkerPool, _ log: Log
  ) -> Int32 {
    let connection: BrokerConnection
    do throws(RequestError) {
      connection = try BrokerConnection.session()
    } catch {
      let isSaid = error.underlying?.name == BusError.Name.noSessionBus
      log.error(isSaid ? error.message : "there is no session bus: \(error.message)")
      return 1
    }
    connection.bus.allowDescriptorsPerMessage()
    connection.attach(to: loop)
    connection.bus.serveInTurns(.clipboard)
    var found: Result<any SelectionDisplay, DisplayFailure>?
    DisplayChoice.connect(options.display, loop, workers, log) { found = $0 }
    while found == nil { loop.turn(timeout: nil) }
    switch found {
    case .success(let display)?:
      let program = ClipboardProgram(options, loop, workers, connection, display, log)
      return program.serve()
    case .failure(let failure)?:
      log.error(failure.message)
      return 1
    case nil: return 1
    }
  }

  private func serve() -> Int32 {
    do throws(RequestError) {
      try start()
    } catch {
      log.error(error.message)
      return 1
    }
    var former: String?
    do throws(BusError) {
      // The owner may be a dragclip without a display.
      if !isInMemory { former = try connection.bus.owner(of: BusName.clipboard) }
      let flags: NameFlags = isInMemory ? .ofMemory : [.replaceExisting, .doNotQueue]
      guard try connection.bus.requestName(BusName.clipboard, flags).isOwner else {
        log.error("another dragclip has \(BusName.clipboard) already")
        display.close()
        return 0
      }
    } catch {
      log.error("the bus does not give dragclip the name \(BusName.clipboard): \(error.message)")
      return 1
    }
    restore(within: former == nil ? 0 : Self.handOverTimeout)
    loop.run()
    return 0
  }

  /// How many milliseconds a dragclip without a display may need to end.
  private static var handOverTimeout: Int { 3_000 }
}

extension NameFlags {
  /// A dragclip with a display takes the name of one without.
  static let ofMemory: NameFlags = [.allowReplacement, .doNotQueue]
}

extension TurnRules {
  /// As dragd's: a caller that floods dragclip with calls waits for its turn, and one that does not read is refused.
  static var clipboard: TurnRules {
    TurnRules(
      queuedBytesPerSender: 256 << 10, queuedBytes: 8 << 20, unwrittenBytes: 1 << 20,
      unreadBytesPerPeer: 4 << 20, unreadBytes: 16 << 20,
      mayBeLong: { call in
        switch call.member.flatMap(ClipboardMethod.init(rawValue:)) {
        case .current, .history: true
        case .copy, .forget, .clear, .pin, .unpin, .watch: false
        // Introspection among them.
        case nil: true
        }
      },
      outlivesSender: { _ in false },
      refusal: { BusError(Rejection(.quotaExceeded, $0)) })
  }
}
