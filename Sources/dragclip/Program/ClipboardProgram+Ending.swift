internal import ClipboardModel
internal import CommandLineArguments
internal import DBus
internal import DisplaySelections
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import ServiceLog

/// The end of the program: with the display, or without one when there is nothing to keep or when there is a display.
extension ClipboardProgram {
  // MARK: Without a display

  func watchForEnd() {
    connection.listen { [unowned self] message in
      guard !hasReleasedName, Connection.isLoss(of: BusName.clipboard, message) else { return }
      handOver()
    }
    if isReplaceable {
      arrival = DisplayArrival(on: connection) { [unowned self] in
        arrival = nil
        statusAtEnd = Self.startAgain
        releaseName { [unowned self] in handOver() }
      }
    }
    setEnd()
  }

  /// EX_TEMPFAIL of sysexits.h.
  private static var startAgain: Int32 { 75 }

  func setEnd() {
    guard model.isEmpty else {
      end?.cancel()
      end = nil
      return
    }
    guard end == nil else { return }
    end = loop.after(microseconds: linger.count.inMicroseconds) { [unowned self] in
      end = nil
      guard !service.hasWatchers else { return setEnd() }
      releaseName { [unowned self] in
        whenServed { [unowned self] in
          guard model.isEmpty else { return takeNameAgain() }
          leave("there is no display, and nothing to keep", status: 0)
        }
      }
    }
  }

  /// Calls `then` once no call comes any more: those from now on are the next dragclip's.
  private func releaseName(_ then: @escaping () -> Void) {
    hasReleasedName = true
    try? connection.bus.releaseName(BusName.clipboard, then: then)
  }

  /// Calls `then` once no caller waits for a reply, which the name has brought here; a second later in any case.
  private func whenServed(since start: UInt64 = Clock.monotonic, _ then: @escaping () -> Void) {
    guard service.hasCalls, Clock.monotonic - start < Self.serving else { return then() }
    loop.after(microseconds: Self.serving / 100) { [unowned self] in
      whenServed(since: start, then)
    }
  }

  /// In microseconds.
  private static var serving: UInt64 { 1_000_000 }

  private func takeNameAgain() {
    try? connection.bus.requestName(BusName.clipboard, .ofMemory) { [unowned self] result in
      guard (try? result.get())?.isOwner == true else { return handOver() }
      hasReleasedName = false
      setEnd()
    }
  }

  /// The next dragclip has the history, and what the clipboard has of it.
  private func handOver() {
    whenServed { [unowned self] in leave("there is a display now", status: statusAtEnd) }
  }

  // MARK: With a display

  func displayEnded(_ reason: String) {
    display.whetherGoesOn { [self] goesOn in
      guard goesOn else { return sessionEnded(reason) }
      // The service manager starts the next dragclip, which has the history.
      log.error("the display goes on, but not with this dragclip: \(reason)")
      leave(nil, status: 1)
    }
  }

  /// The graphical session has ended, and its clipboard with it.
  private func sessionEnded(_ reason: String) {
    for offer in model.ownOffers { publisher.withdraw(offer) }
    history.remove()
    PasteRecord.remove(from: history.files)
    connection.bus.flush(within: 1_000)
    leave("the display has ended: \(reason)", status: 0)
  }

  func leave(_ reason: String?, status: Int32, by signal: SignalWatch.Signal? = nil) {
    if let reason { log.detail(reason) }
    if isInMemory {
      for selection in model.unkeptSelections {
        log.warning(
          "what was copied to \(selection) without a display is gone: the history does not have it")
      }
    }
    display.close()
    for offer in model.lazyOffers { publisher.withdraw(offer) }
    history.saveNow(model)
    store?.finish(model.history.entries)
    connection.bus.flush(within: 1_000)
    if let signal { ProgramExit.by(signal.rawValue) }
    ProgramExit.now(status)
  }
}
