import Harness
import Testing

/// The shortest programs in C: a text that dragd holds.
@Suite struct NoteTests {
  static let source = "note_source.c"
  static let destination = "note_destination.c"
  private static let type = "text/plain;charset=utf-8"

  private static func accept(_ session: PageSession) throws -> Program.Result {
    try session.run(PagePrograms.command(.c, destination))
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func aTextGoesFromOneToTheOtherAndToDragctl(_ kind: PrivateBus.Kind) throws {
    try PageSession.run(kind) { session in
      _ = try session.startSource(PagePrograms.command(.c, Self.source) + ["größer als 7"])
      let result = try Self.accept(session)
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output == "größer als 7")
      #expect(try session.dragctl("accept").output == "größer als 7")
    }
  }

  @Test func aTextThatIsMadeLaterIsNotTakenForAnEmptyOne() throws {
    try PageSession.run { session in
      let source = try session.start([
        Built.dragctl, "offer", "--exec", "\(Self.type)=echo later",
      ])
      _ = try source.firstLine()
      let result = try Self.accept(session)
      #expect(result.exit == .exited(1))
      #expect(result.output == "")
      #expect(result.error == "this text is not in the reply: take it as a stream\n")
    }
  }

  @Test func whereNothingIsOfferedTheDestinationSaysSo() throws {
    try PageSession.run { session in
      let result = try Self.accept(session)
      #expect(result.exit == .exited(1))
      #expect(result.error.contains("nothing is on offer"), "\(result.error)")
    }
  }
}
