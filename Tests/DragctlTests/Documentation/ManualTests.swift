import CommandLineArguments
import Foundation
import Harness
import Testing

@testable import dragctl

@Suite struct ManualTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Built.packageRoot)/\(path)", encoding: .utf8)
  }

  /// A page without its markup, for searches of words.
  private static func words(_ path: String) throws -> String {
    try text(path).replacing("\\-", with: "-").replacing("\\~", with: " ")
  }

  private static let dragctl = "Sources/dragctl/Manual/dragctl.1"
  private static let dragd = "Sources/dragd/Manual/dragd.8"

  /// The part of the page about one verb.
  private static func section(_ verb: Verb) throws -> Substring {
    let page = try words(dragctl)
    let start = try #require(page.range(of: ".SS dragctl \(verb.name)"))
    let rest = page[start.upperBound...]
    return rest.prefix(upTo: rest.range(of: "\n.S")?.lowerBound ?? rest.endIndex)
  }

  @Test(arguments: CommandTable.allCases)
  func everyFlagOfAVerbIsExplainedAndNoOther(_ name: CommandTable) throws {
    let section = try Self.section(name.verb)
    let flags = name.verb.flags.filter { !$0.isHidden && $0.name != "help" }
    let explained = section.matches(of: /\n\.TP\n\.BR? [^\n]*?--([a-z-]+)/).map { String($0.1) }
    #expect(explained == flags.map(\.name))
    for flag in flags {
      guard let short = flag.short else { continue }
      #expect(section.contains("-\(short) ,  --\(flag.name)"), "\(flag.name)")
    }
  }

  @Test func everyExitStatusIsExplained() throws {
    let page = try Self.words(Self.dragctl)
    let start = try #require(page.range(of: ".SH \"EXIT STATUS\""))
    let numbers = page[start.upperBound...].prefix { _ in true }
      .prefix(upTo: try #require(page.range(of: ".SH ENVIRONMENT")).lowerBound)
      .matches(of: /\n\.B (\d+)\n/).map { Int32($0.1) }
    #expect(numbers == ExitStatus.allCases.map(\.rawValue))
  }

  @Test func everyFlagOfDragdIsExplained() throws {
    let help = try Fixture.run { try $0.run(Built.dragd, ["--help"]) }
    let page = try Self.words(Self.dragd)
    let flags = help.output.matches(of: /--[a-z-]+/).map { String($0.0) }
    #expect(flags.count >= 5)
    for flag in flags {
      #expect(page.contains("\n.BR \(flag)") || page.contains("\n.B \(flag)"), "\(flag)")
    }
  }

  @Test(arguments: [dragctl, dragd])
  func thePagesAreRenderedWithoutAWarning(_ page: String) throws {
    let groff = ["/usr/bin/groff", "/usr/local/bin/groff"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let groff else { return }
    let result = try Fixture.run { fixture in
      try fixture.run(
        groff, ["-t", "-man", "-Tutf8", "-ww", "-z", "\(Built.packageRoot)/\(page)"])
    }
    #expect(result.exit == .success)
    #expect(result.error == "")
  }

  @Test func theExamplesAreCommandLinesThatAreUnderstood() throws {
    for example in CommandTable.verbs.flatMap(\.examples) {
      let command = try #require(example.command.firstMatch(of: /dragctl ([^|<)]*)/)?.1)
      // The shell splits the words; dragctl shows its help instead of running the line.
      let result = try Fixture.run { fixture in
        try fixture.run(
          "/bin/sh", ["-c", "\(Built.dragctl) \(command) --help"],
          environment: ["HOME": fixture.folder.path])
      }
      #expect(result.exit == .success, "\(example.command): \(result.error)")
    }
  }

  /// What a script can rely on is written down.
  @Test func everyMemberOfJSONIsDescribed() throws {
    let manual = try String(
      contentsOfFile: "\(Built.packageRoot)/Sources/dragctl/Manual/dragctl.1", encoding: .utf8)
    let section = try #require(
      manual.split(separator: ".SH JSON\n").last?.split(separator: "\n.SH ").first)
    let words = Set(
      section.split { !($0.isLetter || $0 == "_" || $0 == "\\" || $0 == "-") }.map(String.init))
    let sources = "\(Built.packageRoot)/Sources/dragctl"
    let files = try #require(FileManager.default.enumerator(atPath: sources))
    var found = 0
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOfFile: "\(sources)/\(file)", encoding: .utf8)
      guard text.contains("JSON") else { continue }
      for match in text.matches(of: /\.init\(\s*"([a-z_]+)",/) {
        found += 1
        #expect(words.contains(String(match.1)), "\(match.1) of \(file)")
      }
    }
    #expect(found > 50)
  }
}
