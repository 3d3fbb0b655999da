import CommandLineArguments
import Foundation
import Harness
import Testing

@testable import dragctl

/// The command lines between backquotes in Sources/Documentation/Architecture.md and README.md.
@Suite struct GuideCommandTests {
  private static let guides = ["Sources/Documentation/Architecture.md", "README.md"]

  private static func commands(in text: String, of program: String) -> [String] {
    let prose = text.replacing(#/```[^`]*```/#, with: "").replacing("\n", with: " ")
    return prose.matches(of: #/`([^`]+)`/#).map { String($0.1) }
      .filter { $0.hasPrefix("\(program) ") }
  }

  private static func all(of program: String) throws -> [String] {
    try guides.flatMap { guide in
      commands(
        in: try String(contentsOfFile: "\(Built.packageRoot)/\(guide)", encoding: .utf8),
        of: program)
    }
  }

  /// The words of a command line, without the program; quotes keep words together.
  private static func words(of command: String) -> [String] {
    command.matches(of: #/(?:[^\s']|'[^']*')+/#).dropFirst().map {
      String($0.0).replacing("'", with: "")
    }
  }

  private static func failure(of command: String) -> String? {
    let words = words(of: command).map { Argument($0) }
    do throws(Failure) {
      // A verb alone only names it, and need not work as a command line.
      _ = try Command(words.count == 1 ? words + ["--help"] : words)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func dragctlUnderstandsEveryCommandLineOfTheGuides() throws {
    let commands = try Self.all(of: "dragctl")
    #expect(commands.count >= 7)
    for command in commands {
      #expect(Self.failure(of: command) == nil, "\(command)")
    }
  }

  @Test(.enabled(if: ManualExample.hasBoard))
  func dragboardHasEveryVerbAndFlagOfTheGuides() throws {
    for command in try Self.all(of: "dragboard") {
      let words = Self.words(of: command)
      let flags = words.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
      let verb = words[0].hasPrefix("-") ? [] : [words[0]]
      let help = try Program.run("\(Built.folder)/dragboard", verb + ["--help"])
      #expect(help.exit == .success, "\(command): \(help.error)")
      for flag in flags { #expect(help.output.contains("\(flag)"), "\(command)") }
    }
  }

  @Test(arguments: [
    "dragctl offer --move FILE", "dragctl oficer FILE", "dragctl list x", "dragctl offer -z",
  ])
  func aCommandLineThatIsWrongIsFoundOut(command: String) {
    #expect(Self.commands(in: "Say `\(command)`.", of: "dragctl") == [command])
    #expect(Self.failure(of: command) != nil)
  }
}
