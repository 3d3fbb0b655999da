import Foundation
import Harness
import Testing

/// An X server of its own with a program on its selections (Tests/SelectionProgram), and peers.
final class XSession {
  let fixture: Fixture
  let server: Program
  let display: String
  private(set) var program: Program
  /// The first line of the program's output that the test has not looked at yet.
  private var position = 0

  private init(_ fixture: Fixture, _ arguments: [String]) throws {
    self.fixture = fixture
    let server = try XServer(fixture, size: (320, 240))
    self.server = server.process
    display = server.display
    program = try XSession.startProgram(fixture, display, arguments)
    try waitFor("connected")
    try waitFor("changed clipboard none")
    try waitFor("changed primary none")
  }

  /// - Parameter patience: seconds that requestors and contents have to go on, instead of 10 and 15.
  static func run(patience: Int? = nil, _ body: (XSession) throws -> Void) throws {
    let arguments = patience.map { ["\($0)"] } ?? []
    try Fixture.run { fixture in try body(try XSession(fixture, arguments)) }
  }

  static func startProgram(
    _ fixture: Fixture, _ display: String, _ arguments: [String] = []
  ) throws -> Program {
    try fixture.start(
      Built.selectionProgram, arguments, environment: ["DISPLAY": display], input: .pipe)
  }

  // MARK: The program

  func tell(_ words: String) throws { try program.write(words + "\n") }

  /// Waits for the next line with that beginning among those that the test has not looked at; skips those before it.
  @discardableResult
  func waitFor(_ beginning: String, within limit: Duration = Timeout.usual) throws -> String {
    var found: (line: String, next: Int)?
    try program.waitForOutput(within: limit, beginning) { output in
      found = XSession.find(beginning, in: XSession.lines(output), from: position)
      return found != nil
    }
    guard let found else { throw HarnessFailure("“\(beginning)” was not found again") }
    position = found.next
    return found.line
  }

  /// All whole lines so far.
  var said: [String] { XSession.lines(program.standardOutput) }

  private static func lines(_ output: String) -> [String] {
    output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private static func find(
    _ beginning: String, in lines: [String], from position: Int
  ) -> (line: String, next: Int)? {
    guard position <= lines.count,
      let index = lines[position...].firstIndex(where: { $0.hasPrefix(beginning) })
    else { return nil }
    return (lines[index], index + 1)
  }

  /// Reads into a file; the end and the bytes.
  func read(
    _ target: String, of selection: String = "clipboard", within limit: Duration = Timeout.usual
  ) throws -> (end: String, bytes: Data) {
    let path = fixture.folder.path("read-\(UUID())")
    try tell("read \(selection) \(target) \(path)")
    let number = try waitFor("reading").split(separator: " ")[1]
    let line = try waitFor("read \(number) ", within: limit)
    return (
      line.split(separator: " ", maxSplits: 2)[2].description,
      try Data(contentsOf: URL(filePath: path))
    )
  }

  /// Owns the selection with those answers, and waits until it does.
  func own(_ answers: String..., selection: String = "clipboard") throws {
    try tell("own \(selection) \(answers.joined(separator: " "))")
    try waitFor("changed \(selection) own")
  }

  /// Whether its loop still goes round.
  func expectAlive() throws {
    try tell("ping")
    try waitFor("pong")
  }

  // MARK: Peers

  func peer(
    _ executable: String, _ arguments: [String], input: Program.Input = .empty
  ) throws -> Program {
    try fixture.start(
      executable, arguments, environment: ["DISPLAY": display, "GDK_BACKEND": "x11"], input: input)
  }

  func run(
    _ executable: String, _ arguments: [String], input: Program.Input = .empty,
    within limit: Duration = Timeout.usual
  ) throws -> Program.Result {
    let program = try peer(executable, arguments, input: input)
    return try program.wait(within: limit)
  }

  /// One of Tests/Tools/x-owner.py; it owns CLIPBOARD, and the program knows its targets.
  func owner(_ behaviour: String, _ numbers: Int..., isKnown: Bool = true) throws -> Program {
    let owner = try script("x-owner.py", [behaviour] + numbers.map(String.init))
    try owner.waitForOutput("owns")
    if isKnown { try waitFor("changed clipboard other") }
    return owner
  }

  /// One of Tests/Tools/x-requestor.py.
  func requestor(_ behaviour: String, _ target: String, _ number: Int = 0) throws -> Program {
    try script("x-requestor.py", [behaviour, target, String(number)])
  }

  private func script(_ name: String, _ arguments: [String]) throws -> Program {
    try fixture.startWarm(
      Built.tool(name), arguments, environment: ["DISPLAY": display], input: .pipe)
  }

  func slowReader() throws -> SlowReader { try SlowReader(self) }

  /// A file of so many bytes, and its path. They are text, different in each slice.
  func file(_ count: Int, _ name: String = "content") throws -> (bytes: Data, path: String) {
    let bytes = Data(Sample.lines(count))
    return (bytes, try fixture.folder.write(name, bytes))
  }
}

let mebibyte = 1 << 20
