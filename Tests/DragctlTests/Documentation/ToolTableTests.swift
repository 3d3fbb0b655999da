import CommandLineArguments
import Harness
import Testing
import Translations

@testable import dragctl

/// The names of other clipboard tools: what the program does for each flag is what the manual's table says.
@Suite struct ToolTableTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let tool: ClipboardTool
    let flags: [String]
    let ours: String

    var testDescription: String { "\(tool.rawValue) \(flags.joined(separator: " "))" }
  }

  static let rows: [Row] = {
    let page = (try? ManualPage("dragctl-recipes.7").text) ?? ""
    let table = page.split(separator: "\nTool\tFlag\tdragctl\n").last ?? ""
    return table.prefix { $0 != "." }.split(separator: "\n").compactMap { line in
      let fields = line.replacing("\\", with: "").split(
        separator: "\t", omittingEmptySubsequences: false
      ).map(String.init)
      guard fields.count == 3, let tool = ClipboardTool(rawValue: fields[0]) else { return nil }
      return Row(
        tool: tool, flags: fields[1].split(separator: " ").map(String.init), ours: fields[2])
    }
  }()

  private static func filled(_ word: String) -> String {
    switch word {
    case "N": "2"
    case "MS": "700"
    case "MSms": "700ms"
    case "TYPE": "application/x-other"
    default: word
    }
  }

  @Test(arguments: rows)
  func `each row of the manual's table is what the name does`(_ row: Row) throws {
    let flags = row.flags.prefix { $0 != "<" }.map { Argument(Self.filled($0)) }
    let parsed = Result { () throws(ToolRefusal) in try ToolParser.parse(row.tool, flags) }
    if let reason = row.ours.hasPrefix("none: ") ? String(row.ours.dropFirst(6)) : nil {
      switch parsed {
      case .success(.call(let call)): #expect(call.without.map(\.translated) == [reason])
      case .success(.help), .success(.version): Issue.record("no call")
      case .failure(let refusal):
        #expect(refusal.reason?.translated == reason)
        #expect(refusal.message.contains(row.flags[0]))
      }
      return
    }
    guard case .call(var call) = try parsed.get() else { throw HarnessFailure("no call") }
    #expect(call.without.isEmpty)
    let files = row.tool.operands == .files ? call.operands : []
    if !files.isEmpty { #expect(row.ours.hasSuffix("< FILE")) }
    call.operands = row.tool.operands == .files ? [] : call.operands
    let words = call.words(call.action ?? .copy).filter { $0 != "-" }
    let ours = row.ours.split(separator: " ").prefix { $0 != "<" }.map {
      Argument(Self.filled(String($0)))
    }
    #expect(try Self.entries(words) == Self.entries(ours), "\(words.map(\.text))")
  }

  /// What dragctl understands, in any order; a command is quoted for the shell.
  private static func entries(_ words: [Argument]) throws -> [String] {
    guard case .run(let verb, let invocation) = try Command(words) else { return [] }
    return [verb.name]
      + invocation.entries.map { entry in
        switch entry {
        case .operand(let word): word.text
        case .flag(let name, let value): "\(name)=\(value?.text.replacing("'", with: "") ?? "")"
        }
      }.filter { $0 != "no-newline=" }.sorted()
  }

  @Test(arguments: ClipboardTool.allCases)
  func `each flag that a name knows is in the manual's table`(_ tool: ClipboardTool) {
    for flag in tool.flags {
      #expect(
        Self.rows.contains { row in
          row.tool == tool && row.flags.contains { flag.names.contains($0) }
        }, "\(flag.names)")
    }
  }
}
