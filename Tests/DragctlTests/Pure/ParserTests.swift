import CommandLineArguments
import DragModel
import Harness
import Testing
internal import Translations

@testable import dragctl

/// A verb with a flag of every kind.
private let verb = Verb(
  "try", summary: "tries", operands: .init("[FILE…]", most: 2, completes: .files),
  flags: [
    Flag("output", short: "o", value: .required("FILE"), help: "h"),
    Flag("all", short: "a", help: "h"),
    Flag("force", short: "f", help: "h"),
    Flag("wait", value: .optional("DURATION"), help: "h"),
    Flag("type", value: .required("TYPE"), help: "h"),
  ]
) { _ throws(Failure) in }

private func entries(_ words: Argument...) throws(Failure) -> [Invocation.Entry] {
  try verb.syntax.parse(words, failingWith: Failure.self).entries
}

private func failure(_ words: Argument...) -> Failure? {
  do throws(Failure) {
    _ = try verb.syntax.parse(words, failingWith: Failure.self)
    return nil
  } catch {
    return error
  }
}

@Suite struct ParserTests {
  @Test func flagsAndOperandsMayBeMixed() throws {
    #expect(
      try entries("a", "--all", "b")
        == [.operand("a"), .flag("all", nil), .operand("b")])
  }

  @Test func aValueIsTheNextWordOrAttached() throws {
    let expected: [Invocation.Entry] = [.flag("output", "x=y")]
    #expect(try entries("--output", "x=y") == expected)
    #expect(try entries("--output=x=y") == expected)
    #expect(try entries("-o", "x=y") == expected)
    #expect(try entries("-ox=y") == expected)
  }

  @Test func anEmptyValueIsAValue() throws {
    #expect(try entries("--output=") == [.flag("output", "")])
    #expect(try entries("--output", "") == [.flag("output", "")])
  }

  @Test func shortFlagsStandTogetherAndTheLastMayTakeTheRest() throws {
    #expect(
      try entries("-afoX") == [.flag("all", nil), .flag("force", nil), .flag("output", "X")])
  }

  @Test func anOptionalValueIsOnlyEverAttached() throws {
    #expect(try entries("--wait", "5s") == [.flag("wait", nil), .operand("5s")])
    #expect(try entries("--wait=5s") == [.flag("wait", "5s")])
  }

  @Test func twoDashesEndTheFlags() throws {
    #expect(try entries("--", "--all", "-x") == [.operand("--all"), .operand("-x")])
  }

  @Test func aLoneDashIsAnOperand() throws {
    #expect(try entries("-") == [.operand("-")])
  }

  @Test func aValueMayLookLikeAFlag() throws {
    #expect(try entries("--output", "--all") == [.flag("output", "--all")])
  }

  @Test func bytesThatAreNoTextSurvive() throws {
    let name = Argument([0x66, 0xE9])
    #expect(try entries(name) == [.operand(name)])
    #expect(try entries(Argument(Array("--output=".utf8) + name.bytes)) == [.flag("output", name)])
    #expect(name.validText == nil)
  }

  @Test func unknownFlagsNameTheNearestOne() {
    let failure = failure("--ouptut", "x")
    #expect(failure?.status == .usage)
    #expect(failure?.message == "try: unknown flag --ouptut")
    #expect(failure?.hint == "Did you mean “--output”?")
  }

  @Test func unknownFlagsThatResembleNothingNameTheHelp() {
    #expect(failure("--zzzzzz")?.hint == "Try “dragctl try --help”.")
    #expect(failure("-z")?.message == "try: unknown flag -z")
  }

  @Test func aMissingValueSaysWhatItWouldBe() {
    #expect(failure("--output")?.message == "--output needs a value: FILE")
    #expect(failure("-o")?.message == "-o needs a value: FILE")
  }

  @Test func aValueForAFlagWithoutOneIsUsage() {
    #expect(failure("--all=yes")?.message == "--all takes no value")
  }

  @Test func tooManyOperandsNameTheFirstThatIsTooMuch() throws {
    let invocation = try verb.syntax.parse(["a", "b", "c"], failingWith: Failure.self)
    let failure = #expect(throws: Failure.self) {
      try verb.syntax.checkOperands(of: invocation)
    }
    #expect(failure?.message == "try: unexpected “c”")
  }

  @Test func theLastValueWins() throws {
    let invocation = try verb.syntax.parse(
      ["--type", "a", "--type", "b"], failingWith: Failure.self)
    let type = Flag("type", value: .required("TYPE"), help: "h")
    #expect(invocation.value(of: type) == "b")
    #expect(invocation.values(of: type) == ["a", "b"])
  }
}

@Suite struct CommandTests {
  private func failure(_ words: Argument...) -> Failure? {
    do throws(Failure) {
      _ = try Command(words)
      return nil
    } catch {
      return error
    }
  }

  @Test func noVerbListsThem() {
    #expect(failure()?.status == .usage)
    #expect(failure()?.hint?.contains("offer, accept, list") == true)
  }

  @Test func unknownVerbsNameTheNearestOne() {
    #expect(failure("acept")?.hint == "Did you mean “accept”?")
    #expect(failure("ls")?.hint?.hasPrefix("One of: ") == true)
    #expect(failure("--verison")?.hint == "Did you mean “--version”?")
  }

  /// Regression: “dragctl help --help” was an unknown flag.
  @Test(arguments: [["help", "--help"], ["--help", "help"], ["-h"]])
  func helpOfHelpIsTheHelp(_ words: [String]) throws {
    guard case .printed(let help) = try Command(words.map { Argument($0) }) else {
      Issue.record("\(words) prints nothing")
      return
    }
    #expect(help.hasPrefix("Usage: dragctl [-H HOST] VERB"))
  }

  @Test(arguments: CommandTable.allCases) func everyVerbHasHelp(_ name: CommandTable) throws {
    for words: [Argument] in [
      [Argument(name.rawValue), "--help"], ["help", Argument(name.rawValue)],
    ] {
      guard case .printed(let help) = try Command(words) else {
        Issue.record("\(words) prints nothing")
        return
      }
      #expect(help.hasPrefix("Usage: dragctl \(name.rawValue)"))
      for flag in name.verb.flags where !flag.isHidden { #expect(help.contains(flag.synopsis)) }
      let page = try ManualPage.page(of: name.rawValue)
      #expect(page.names.contains { help.hasSuffix("\nSee \($0)(1).\n") }, "\(help)")
    }
  }

  @Test(arguments: CommandTable.allCases) func everyVerbsTableIsSound(_ name: CommandTable) {
    let verb = name.verb
    #expect(verb.name == name.rawValue)
    #expect(Set(verb.flags.map(\.name)).count == verb.flags.count)
    let letters = verb.flags.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
    for text in ([verb.summary] + verb.flags.map(\.help)).map(\.translated) {
      #expect(!text.isEmpty && !text.hasSuffix("."))
    }
  }

  /// Both leave a newline out.
  private static let alike = ["no-newline": "trim-newline"]

  @Test func eachLetterHasOneMeaning() {
    var meanings: [Character: String] = [:]
    for flag in CommandTable.verbs.flatMap(\.flags) {
      guard let letter = flag.short else { continue }
      let name = Self.alike[flag.name] ?? flag.name
      #expect(meanings.updateValue(name, forKey: letter) ?? name == name, "-\(letter)")
    }
  }

  @Test(arguments: CommandTable.allCases)
  func aFormerLetterIsUnderstoodAndNoted(_ name: CommandTable) throws {
    for flag in name.verb.flags {
      guard let letter = flag.formerShort else { continue }
      guard case .required = flag.value else { continue }
      let parsed = try name.verb.syntax.parse(
        ["-\(letter)", "x"].map { Argument($0) }, failingWith: Failure.self)
      #expect(parsed.value(of: flag) == "x" && parsed.notes.count == 1)
      #expect(parsed.notes.first?.hasPrefix("-\(letter) is --\(flag.name) here") == true)
    }
  }

  @Test func theHelpFitsATerminal() {
    for text in CommandTable.verbs.map(\.syntax.help) + [Help.overall(CommandTable.verbs)] {
      for line in text.split(separator: "\n") {
        #expect(TextWidth.columns(of: String(line)) <= 80, "\(line)")
      }
    }
  }
}

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("ab", "ba", 1), ("offer", "ofer", 1),
  ])
  func theDistanceCountsEdits(_ first: String, _ second: String, _ expected: Int) {
    #expect(Suggestion.distance(first, second) == expected)
    #expect(Suggestion.distance(second, first) == expected)
  }

  @Test func abbreviationsAreUnderstoodAsSuch() {
    #expect(Suggestion.nearest(to: "prog", among: ["progress", "output"]) == "progress")
    #expect(Suggestion.nearest(to: "xyz", among: ["progress", "output"]) == nil)
    #expect(Suggestion.nearest(to: "progresssss", among: ["progress", "output"]) == "progress")
    let long = String(repeating: "progress", count: 100_000)
    #expect(Suggestion.nearest(to: long, among: ["progress", "output"]) == nil)
  }
}
