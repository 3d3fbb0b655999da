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

  private static let dragd = "Sources/dragd/Manual/dragd.8"
  private static let dragclip = "Sources/dragclip/Manual/dragclip.1"

  @Test(arguments: CommandTable.allCases)
  func everyFlagOfAVerbIsExplainedAndNoOther(_ name: CommandTable) throws {
    let page = try ManualPage.page(of: name.verb.name)
    let flags = name.verb.flags.filter { !$0.isHidden && $0.name != "help" }
    let section = page.section("dragctl \(name.verb.name)") + page.section("FLAGS")
    let explained = section.matches(of: /\n\.TP\n\.BR? [^\n]*?--([a-z-]+)/).map { String($0.1) }
    #expect(explained == flags.map(\.name))
    for flag in flags {
      guard let short = flag.short else { continue }
      #expect(section.contains("-\(short) ,  --\(flag.name)"), "\(flag.name)")
    }
  }

  @Test func everyVerbHasAPageThatTheOverviewNames() throws {
    let overview = try ManualPage("dragctl.1")
    for verb in CommandTable.verbs {
      let page = try ManualPage.page(of: verb.name)
      #expect(
        page.name == overview.name
          ? !overview.section("dragctl \(verb.name)").isEmpty
          : overview.text.contains("dragctl-\(verb.name)"))
    }
  }

  @Test func eachPageIsNamedLikeItsFileAndItsLinksLeadSomewhere() throws {
    let pages = try ManualPage.all()
    let names = Set(pages.flatMap(\.names))
    for page in pages {
      #expect(page.name.hasPrefix("\(page.names.first ?? "").") && page.name.count > 2)
      let links = page.text.matches(of: /dragctl-[a-z]+/).map { String($0.0) }
      for link in links where page.text.contains("\(link) (") {
        #expect(names.contains(link), "\(page)")
      }
    }
  }

  @Test func everyExitStatusIsExplained() throws {
    let numbers = try ManualPage("dragctl.1").section("\"EXIT STATUS\"")
      .matches(of: /\n\.B (\d+)\n/).map { Int32($0.1) }
    #expect(numbers == ExitStatus.allCases.map(\.rawValue))
  }

  @Test(arguments: [(Built.dragd, dragd), (Built.dragclip, dragclip)])
  func everyFlagOfAServiceIsExplained(_ program: String, _ manual: String) throws {
    let help = try Fixture.run { try $0.run(program, ["--help"]) }
    let page = try Self.words(manual)
    let flags = help.output.matches(of: /--[a-z-]+/).map { String($0.0) }
    #expect(flags.count >= 5)
    for flag in flags {
      #expect(page.contains("\n.BR \(flag)") || page.contains("\n.B \(flag)"), "\(flag)")
    }
  }

  @Test func thePagesAreRenderedWithoutAWarning() throws {
    let groff = ["/usr/bin/groff", "/usr/local/bin/groff"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    guard let groff else { return }
    let pages = try ManualPage.all().map { "Sources/dragctl/Manual/\($0)" } + [Self.dragd]
    let result = try Fixture.run { fixture in
      try fixture.run(
        groff, ["-t", "-man", "-Tutf8", "-ww", "-z"] + pages.map { "\(Built.packageRoot)/\($0)" })
    }
    #expect(result.exit == .success)
    #expect(result.error == "")
  }

  /// man(1) and Debian's checks run tbl(1) for a page that says so.
  @Test func aPageWithATableSaysSoInItsFirstLine() throws {
    for program in ["dragd", "dragctl", "dragclip", "dragboard"] {
      let folder = "Sources/\(program)/Manual"
      for name in try FileManager.default.contentsOfDirectory(
        atPath: "\(Built.packageRoot)/\(folder)")
      {
        let page = try Self.text("\(folder)/\(name)")
        #expect(page.contains("\n.TS\n") == page.hasPrefix("'\\\" t\n"), "\(name)")
      }
    }
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
    let sections = try ManualPage.all().map { $0.section("JSON") }.joined(separator: "\n")
    let words = Set(
      sections.split { !($0.isLetter || $0 == "_" || $0 == "\\" || $0 == "-") }.map(String.init))
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
