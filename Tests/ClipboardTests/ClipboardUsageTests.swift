import Harness
import Testing

/// What the clipboard's verbs say of a command line that they cannot follow.
@Suite struct ClipboardUsageTests {
  /// A usage error comes before anything is asked of the bus.
  private static func usage(_ arguments: [String]) throws -> String {
    let result = try Program.run(
      Built.dragctl, arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
    #expect(result.exit == .exited(2), "\(arguments): \(result.error)")
    return result.error
  }

  @Test(arguments: ["copy", "offer"], ["nonsense", "text/plain="])
  func `a wrong --exec is answered with a command`(_ verb: String, _ value: String) throws {
    let error = try Self.usage([verb, "--exec", value])
    #expect(error.contains("text/plain=date"), "\(error)")
    #expect(!error.contains("FILE"), "\(error)")
    #expect(try Self.usage([verb, "--rep", value]).contains("image/png=FILE"))
  }

  @Test(arguments: [
    ["--text", "a"], ["--exec", "text/plain=date"], ["-t", "text/plain", "-"],
    ["/etc/hostname", "--text", "a"],
  ])
  func `only files are cut`(_ arguments: [String]) throws {
    let error = try Self.usage(["copy", "--cut"] + arguments)
    #expect(error.contains("--cut is for files"), "\(error)")
  }

  @Test(arguments: [
    ["--text", "a"], ["--rep", "a/b=x", "--sensitive"], ["--clear-after", "1s"], ["--cut"],
    ["--label", "l"],
  ])
  func `nothing is copied while the clipboard is emptied`(_ arguments: [String]) throws {
    let error = try Self.usage(["copy", "--clear"] + arguments)
    #expect(error.contains("takes no \(arguments[0])"), "\(error)")
  }

  @Test func `the primary selection has no history`() throws {
    let error = try Self.usage(["paste", "--history", "1", "--primary"])
    #expect(error.contains("--primary"), "\(error)")
  }

  @Test func `a word that is no file is explained`() throws {
    func error(_ words: String...) throws -> String {
      let result = try Program.run(Built.dragctl, ["copy"] + words)
      #expect(result.exit == .exited(1), "\(result.error)")
      return result.error
    }
    #expect(try error("no such", "file").contains("--text 'no such file'"))
    let id = String(repeating: "a", count: 26)
    #expect(try error(id, id).contains("stands alone"))
    #expect(try !error("--rep", "text/plain=nofile").contains("--text"))
  }

  @Test(arguments: ["x", "-"])
  func `a list of types goes to no file`(_ place: String) throws {
    #expect(try Self.usage(["paste", "-l", "-o", place]).contains("--output"))
  }

  @Test(arguments: [
    ["search"], ["search", ""], ["search", " ", ""], ["copy", "1", "2"], ["clear", "1"],
    ["show", "1"], ["forget", "--all", "1"],
  ])
  func `too few and too many words of an action are refused`(_ words: [String]) throws {
    #expect(try Self.usage(["clipboard"] + words).contains("clipboard \(words[0])"))
  }

  @Test func `the words to search for are one phrase`() throws {
    try ClipboardSession.run(.x11) { session in
      func dragctl(_ arguments: String...) throws -> Program.Result {
        try session.fixture.run(
          Built.dragctl, arguments, on: session.bus, environment: session.variables)
      }
      #expect(try dragctl("copy", "--text", "the train to Rome").exit == .success)
      _ = try session.waitForHistory(1)
      let found = try dragctl("clipboard", "search", "Train", "to")
      #expect(found.exit == .success, "\(found.error)")
      #expect(found.output.contains("the train to Rome"))
      let none = try dragctl("clipboard", "search", "to", "train")
      #expect(none.exit == .exited(3))
      #expect(none.error.contains("“to train”"), "\(none.error)")
      let json = try dragctl("clipboard", "search", "to", "train", "--json")
      #expect(json.exit == .exited(3))
      #expect(json.output == "[]\n")
    }
  }
}
