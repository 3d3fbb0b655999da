import Harness
import Testing

@Suite struct LongWordsTests {
  @Test(arguments: eitherBus())
  func `of what a source says in an error the first 1,024 bytes are kept`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus) { service in
      let (source, destination) = (try service.peer(), try service.peer())
      let cookie = newCookie()
      let words = Step.error("org.example.Error.Long", String(repeating: "é", count: 50_000))
      try source.serveMoves(cookie, ["a/b": [words], "Prepare": [words]])
      let lazy = try source.offer([Item(lazily("a/b"))], ["source": .o(Names.sourcePath)])
      let copy = try destination.acceptOne(lazy).transfer
      let move = try destination.move(try source.offerMove("k", cookie)).transfer
      let failures = [
        try expectFailure("SourceFailed") { try destination.receive(copy, "a/b") },
        try expectFailure("SourceFailed") { try destination.finish(move) },
      ]
      for failure in failures {
        #expect(failure?.message == String(repeating: "é", count: 512))
      }
      try eventually("the log to tell of both") {
        let log = service.daemon.standardError
        return [copy, move].allSatisfy { log.contains("\(identifier($0)) of ") }
      }
      let lines = service.daemon.standardError.split(separator: "\n")
      #expect(lines.allSatisfy { $0.utf8.count < 2_000 })
    }
  }
}
