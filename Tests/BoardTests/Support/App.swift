import BoardModel
import Foundation
import Harness

/// A dragboard that runs.
final class App {
  let program: Program
  /// Its XDG_DATA_HOME.
  let data: String
  private unowned let desktop: Desktop
  private var window = ""
  private var origin = (x: 0, y: 0)

  init(_ program: Program, _ desktop: Desktop, data: String) {
    self.program = program
    self.desktop = desktop
    self.data = data
  }

  /// What is seen of it now.
  func look() throws -> [Seen] { try desktop.look(at: program.processIdentifier) }

  /// The lists of the store, as another process reads them.
  func stored() throws -> [SeenList] {
    let store = try BoardStore(folder: "\(data)/dragboard")
    return try store.board().map { board in
      SeenList(title: board.list.title, cards: board.cards.map(\.title))
    }
  }

  /// Waits until the lists are so, both on the screen and in the store.
  func expect(_ lists: [String: [String]]) throws {
    var last = "nothing"
    do {
      try eventually(within: calm) {
        let (seen, stored) = (try look().lists, try stored())
        last = "\(seen) on the screen and \(stored) in the store"
        return [seen, stored].allSatisfy { board in
          lists.allSatisfy { title, cards in
            board.contains(SeenList(title: title, cards: cards))
          }
        }
      }
    } catch {
      throw HarnessFailure("expected \(lists), but there is \(last); \(program.standardError)")
    }
  }

  /// Waits until the store is so.
  func expectStored(_ condition: ([SeenList]) -> Bool) throws {
    try eventually(within: calm, "what the store should be") { condition(try stored()) }
  }

  /// Gives the dialog that is over the window the keyboard.
  func focusDialog() throws {
    let windows = try desktop.xdotool([
      "search", "--onlyvisible", "--pid", "\(program.processIdentifier)",
    ]).split(separator: "\n").map { String($0) }
    guard let dialog = windows.first(where: { $0 != window }) else { return }
    try desktop.xdotool(["windowraise", dialog, "windowfocus", "--sync", dialog])
  }

  /// GTK, GLib and Pango say there what is wrong.
  func expectNoWarnings() throws {
    let lines = program.standardError.split(separator: "\n").filter { line in
      ["WARNING", "CRITICAL", "ERROR", "Fatal"].contains { line.contains($0) }
    }
    guard lines.isEmpty else {
      throw HarnessFailure("it has warned:\n\(lines.joined(separator: "\n"))")
    }
  }

  /// Puts its window somewhere, and gives it the keyboard.
  func place(at place: (x: Int, y: Int), width: Int?) throws {
    window = try eventually(within: calm, "a window of the process") {
      try desktop.xdotool([
        "search", "--sync", "--onlyvisible", "--pid", "\(program.processIdentifier)",
      ]).split(separator: "\n").last.map { String($0) }
    }
    try desktop.xdotool(["windowmove", "--sync", window, "\(place.x)", "\(place.y)"])
    if let width { try desktop.xdotool(["windowsize", "--sync", window, "\(width)", "640"]) }
    origin = place
    try focus()
  }

  /// There is no window manager that would do it.
  func focus() throws { try desktop.xdotool(["windowraise", window, "windowfocus", window]) }

  /// Waits for something, and gives its middle on the screen.
  func find(_ role: String, _ name: String) throws -> (x: Int, y: Int) {
    var all: [Seen] = []
    do {
      return middle(
        of: try eventually(within: calm) { () -> Seen? in
          all = try look()
          guard let seen = all.first(role, name), seen.isShown else { return nil }
          return seen
        })
    } catch {
      let names = all.map { "\($0.role) “\($0.name)”" }.joined(separator: ", ")
      throw HarnessFailure("there is no \(role) “\(name)” among \(names)")
    }
  }

  func middle(of seen: Seen) -> (x: Int, y: Int) {
    (
      origin.x + Self.shadow + seen.x + seen.width / 2,
      origin.y + Self.shadow + seen.y + seen.height / 2
    )
  }

  /// GTK draws a border of its own around a window where there is no compositor.
  private static let shadow = 5

  func click(_ role: String, _ name: String) throws {
    let place = try find(role, name)
    try desktop.xdotool(["mousemove", "\(place.x)", "\(place.y)", "click", "1"])
  }

  func press(_ keys: String...) throws {
    try desktop.xdotool(["key", "--delay", "30"] + keys)
  }

  func type(_ text: String) throws { try desktop.xdotool(["type", "--delay", "15", text]) }
}
