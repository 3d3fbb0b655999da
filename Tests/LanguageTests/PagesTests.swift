import Foundation
import Harness
import Testing

/// The statements of the pages about their programs.
@Suite struct PagesTests {
  /// Those of Tests/BoardTests/OtherPrograms/OfferDragTests.swift.
  private static let toolkits = ["drag_gtk.py", "drag_qt.py", "drag_gtk.c"]

  @Test(arguments: toolkits)
  func theProgramsOfToolkitsAreThoseThatAreDraggedBetween(_ name: String) throws {
    let file = try PagePrograms.command(.toolkits, name)[0]
    #expect(try Page.toolkits.program(name) == String(contentsOfFile: file, encoding: .utf8))
  }

  @Test(arguments: Page.allCases)
  func everyProgramOnAPageIsOneThatIsTested(_ page: Page) throws {
    var tested = Party.allCases.filter { $0.page == page }.flatMap { party in
      [party.squares.source, party.squares.destination]
        + (party.numbers.map { [$0.source, $0.destination] } ?? [])
    }
    switch page {
    case .c: tested += [NoteTests.source, NoteTests.destination, InboxTests.inboxInC]
    case .drops: tested += [InboxTests.inbox, InboxTests.outbox]
    case .loops: tested += LoopTests.programs
    case .sandbox: tested += [FlatpakTests.inbox, FlatpakTests.manifest]
    case .module: tested += ModuleTests.programs
    case .toolkits: tested += Self.toolkits
    case .javaScript: tested.append(InboxTests.inboxInJavaScript)
    case .python, .scenario: break
    }
    let named = try page.blocks.filter { !$0.code.hasPrefix("// swift-tools-version") }.map(\.name)
    #expect(Set(named) == Set(tested))
    #expect(named.count == tested.count)
  }

  @Test(arguments: [
    (Page.scenario, "SquaresSource/main.swift"), (.scenario, "SquaresDestination/main.swift"),
    (.scenario, "NumbersSource/main.swift"), (.scenario, "NumbersDestination/main.swift"),
    (.drops, InboxTests.inbox), (.drops, InboxTests.outbox), (.sandbox, FlatpakTests.inbox),
    (.loops, LoopTests.programs[0]), (.loops, LoopTests.programs[1]),
  ])
  func theSwiftProgramsAreThoseThatWereBuilt(_ page: Page, _ name: String) throws {
    let file = "\(Built.packageRoot)/Tests/LanguagePrograms/\(name)"
    #expect(try page.program(name) == String(contentsOfFile: file, encoding: .utf8))
  }

  @Test(arguments: Party.allCases)
  func theTableHasTheNumbersOfLines(_ party: Party) throws {
    let rows = try Page.scenario.text.split(separator: "\n").filter { $0.hasPrefix("|") }.map {
      row in
      row.replacing(/\[(\w+)\]\(<doc:\w+>\)/) { String($0.1) }
        .split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let row = try #require(rows.first { $0.first == party.rawValue })
    let programs: [String?] = [
      party.squares.source, party.squares.destination, party.numbers?.source,
      party.numbers?.destination,
    ]
    let counts = try programs.map { name in
      guard let name else { return "–" }
      return String(try party.page.program(name).matches(of: /\n/).count)
    }
    #expect(Array(row.dropFirst()) == counts)
  }

  @Test(arguments: [
    (Page.python, ["source.py", "destination.py", "source_dbus.py", "destination_dbus.py"]),
    (.javaScript, ["source.js", "destination.js"]),
    (.c, [NoteTests.source, NoteTests.destination]),
  ])
  func whoHasALibraryIsDoneInThirtyLines(_ page: Page, _ programs: [String]) throws {
    for name in programs {
      #expect(try page.program(name).matches(of: /\n/).count <= 30, "\(name)")
    }
  }

  @Test func thePageForAnyLanguageShowsTheDestinationThatIsTested() throws {
    let page = try String(
      contentsOfFile: "\(Built.packageRoot)/Sources/DragClient/DragClient.docc/AnyLanguage.md",
      encoding: .utf8)
    #expect(page.contains("```python\n\(try Page.python.program("destination.py"))```\n"))
  }
}
