package import DragSystem

/// The requests that a killed program has left.
extension XDisplay {
  /// A program that is restarted later leaves them alone: their requestors may be doing something else.
  private static let longestAbsence: UInt64 = 30_000_000
  /// How long a requestor that has got chunks has to give up: longer than Qt, which does so after 5 s, because it takes
  /// the end for that of the content.
  private static let patience: UInt64 = 6_000_000

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
        ifItWaits(entry) { [weak self] in self?.connection.notify(entry.request, property: 0) }
      case .chunked: endLater(entry)
      }
    }
  }

  private func endLater(_ entry: ConversionRecord.Entry) {
    conversions.former.insert(entry.place)
    loop.after(microseconds: Self.patience) { [weak self] in
      self?.ifItWaits(entry) {
        guard let self, self.conversions.former.remove(entry.place) != nil else { return }
        self.connection.writeProperty(
          entry.place.property, of: entry.place.requestor, type: entry.target, bytes: [])
      }
    }
  }

  /// Calls `then` if the requestor's process has begun before the conversion's last step, so that the window is still
  /// that of the requestor. Not called where the server does not know the process.
  private func ifItWaits(_ entry: ConversionRecord.Entry, then: @escaping () -> Void) {
    connection.findProcess(of: entry.place.requestor) { process in
      guard let process = process.flatMap(UInt32.init(exactly:)),
        let started = try? ProcessFacts.start(of: process), started <= entry.lastStep
      else { return }
      then()
    }
  }
}
