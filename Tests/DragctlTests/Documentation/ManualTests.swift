import CommandLineArguments
import Foundation
import Harness
import Testing

@testable import dragctl

@Suite struct ManualTests {
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
        page.path == overview.path
          ? !overview.section("dragctl \(verb.name)").isEmpty
          : overview.text.contains("dragctl-\(verb.name)"))
    }
  }

  @Test func eachPageIsNamedLikeItsFileAndItsLinksLeadSomewhere() throws {
    let pages = try ManualPage.all()
    let names = Set(pages.flatMap(\.names))
    for page in pages {
      #expect(page.description.hasPrefix("\(page.names.first ?? "")."))
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

  @Test(arguments: [("dragd", "dragd.8"), ("dragclip", "dragclip.1")])
  func everyFlagOfAServiceIsExplained(_ program: String, _ manual: String) throws {
    let help = try Fixture.run { try $0.run("\(Built.folder)/\(program)", ["--help"]) }
    let page = try ManualPage(manual, of: program).text
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
    let pages = try (ManualPage.all() + ManualPage.all(of: "dragd")).map(\.path)
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
      for page in try ManualPage.all(of: program) {
        #expect(page.text.contains("\n.TS\n") == page.text.hasPrefix("'\\\" t\n"), "\(page)")
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
