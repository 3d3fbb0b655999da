import DragSystem
import Harness
import Testing

@testable import ServiceLog

@Suite struct LogTests {
  /// JOURNAL_STREAM names the stream that systemd reads; the bus passes its own standard error on.
  @Test(
    arguments: [
      (
        journal: "1:2", isTerminal: false, isOfBus: false, hasPriorities: true, hasErrorsOnly: false
      ),
      ("1:2", false, true, true, false), ("7:7", false, true, false, false),
      (nil, false, false, true, false), (nil, false, true, false, false),
      (nil, true, false, false, false), (nil, true, true, false, true),
    ]
      as [(
        journal: String?, isTerminal: Bool, isOfBus: Bool, hasPriorities: Bool, hasErrorsOnly: Bool
      )])
  func `the journal gets priorities, and a terminal of others nothing but errors`(
    _ row: (
      journal: String?, isTerminal: Bool, isOfBus: Bool, hasPriorities: Bool, hasErrorsOnly: Bool
    )
  ) {
    let form = LogForm(
      journal: row.journal, stream: FileIdentity(device: 1, inode: 2, size: 0, modified: 0),
      isTerminal: row.isTerminal, isOfBus: row.isOfBus)
    #expect(form.hasPriorities == row.hasPriorities)
    #expect(form.hasErrorsOnly == row.hasErrorsOnly)
  }

  @Test(arguments: eitherBus())
  func `the log has one line an event, each with its priority`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve([
        "text/plain": Step.all("x"),
        "a/fails": [.error("org.example.Error.X", "line one\nline two\u{1B}[31m")],
      ])
      let offer = try source.offer(
        [Item(lazily("text/plain")), Item(lazily("a/fails"))],
        ["source": .o(Names.sourcePath), "label": .s("one\ntwo")])
      let good = try destination.accept(offer, items: [0])[0].transfer
      _ = try destination.receive(good, "text/plain")
      let bad = try destination.accept(offer, items: [1])[0].transfer
      try expectFailure("SourceFailed") { try destination.receive(bad, "a/fails") }
      try source.withdraw(offer)
      service.hasEnded = true
      try service.daemon.terminate()
      let log = try service.daemon.wait().error
      let lines = log.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(!lines.isEmpty)
      for line in lines {
        let priority = line.prefix(3)
        #expect(
          ["<2>", "<3>", "<4>", "<5>", "<6>", "<7>"].contains(String(priority)), "“\(line)”")
        #expect(!line.contains { $0.isASCII && ($0.asciiValue ?? 0) < 0x20 }, "“\(line)”")
      }
      #expect(log.contains(offer.suffix(26)), "\(log)")
      #expect(log.contains(bad.suffix(26)), "\(log)")
      #expect(log.contains("line one"), "why it failed: \(log)")
    }
  }

  @Test func `without --verbose the log has only what somebody has to know`() throws {
    try Service.run(.dbusDaemon, isQuiet: true) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      try source.serve(["a/fails": [.error("org.example.Error.X", "no paper")]])
      let offer = try source.offer(
        [Item(data("text/plain", "x")), Item(lazily("a/fails"))],
        ["source": .o(Names.sourcePath)])
      _ = try destination.accept(offer, items: [0])
      let bad = try destination.accept(offer, items: [1])[0].transfer
      try expectFailure("SourceFailed") { try destination.receive(bad, "a/fails") }
      try source.withdraw(offer)
      service.hasEnded = true
      try service.daemon.terminate()
      let log = try service.daemon.wait().error.split(separator: "\n")
      #expect(log.count == 3, "\(log)")
      #expect(log.first?.contains(Names.broker) ?? false)
      #expect(log.dropFirst().first?.contains("no paper") ?? false)
      #expect(log.last?.contains("stopping") ?? false)
    }
  }
}
