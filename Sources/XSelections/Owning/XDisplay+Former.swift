package import DragSystem

/// The requests that a killed program has left.
extension XDisplay {
  /// A program that is restarted later leaves them alone: their requestors may be doing something else.
  private static let longestAbsence: UInt64 = 30_000_000

  package func recordRequests(in file: consuming OwnedFileDescriptor, former: [UInt8]) {
    let display = connection.server.display
    conversions.record = ConversionRecord(file, display: display)
    let now = Clock.boottime
    var refused: [ConversionRequest] = []
    for entry in ConversionRecord.entries(in: former, display: display)
    where entry.lastStep <= now && now - entry.lastStep < Self.longestAbsence {
      switch entry.state {
      case .unanswered:
        // Several of a MULTIPLE have one notice.
        guard !refused.contains(entry.request) else { continue }
        refused.append(entry.request)
      case .chunked: break
      }
      end(entry)
    }
  }

  private func end(_ entry: ConversionRecord.Entry) {
    // The next program ends it if this one is killed before it can.
    let id = conversions.makeID()
    conversions.record?.note(entry, as: id)
    findWhetherItWaits(entry) { [weak self] waits in
      guard let self else { return }
      switch entry.state {
      case .chunked where waits: conversions.endLater(entry, as: id)
      case .unanswered where waits:
        connection.notify(entry.request, property: 0)
        conversions.record?.remove(id)
      case .chunked, .unanswered: conversions.record?.remove(id)
      }
    }
  }

  /// Tells whether the requestor's process has begun before the conversion's last step, so that the window is still
  /// that of the requestor. Not so where the server does not know the process.
  private func findWhetherItWaits(
    _ entry: ConversionRecord.Entry, then: @escaping (Bool) -> Void
  ) {
    connection.findProcess(of: entry.place.requestor) { process in
      guard let process = process.flatMap(UInt32.init(exactly:)),
        let started = try? ProcessFacts.start(of: process)
      else { return then(false) }
      then(started <= entry.lastStep)
    }
  }
}
