import BoardModel
import Foundation
import Harness

/// A dragboard that runs.
final class App {
  let program: Program
  /// Its XDG_DATA_HOME.
  let data: String
  unowned let desktop: Desktop
  private var display: any Display { desktop.display }
  /// What the display calls its window.
  private(set) var window = ""
  private var origin = (x: 0, y: 0)

  init(_ program: Program, _ desktop: Desktop, data: String) {
    self.program = program
    self.desktop = desktop
    self.data = data
  }

  /// What is seen of it now.
  func look(places: Places = .all) throws -> [Seen] {
    try desktop.look(at: program.processIdentifier, places: places)
  }

  /// Something of a role and name, if it is seen now.
  func seen(_ role: String, _ name: String) throws -> Seen? {
    try look(places: .of(role, name)).first(role, name)
  }

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
        let seen = try look(places: .none).lists
        let stored = try stored()
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
    let dialog = try eventually(within: calm, "there is a dialog") {
      try display.windows(of: program.processIdentifier).first { $0 != window }
    }
    try display.focus(dialog)
  }

  /// GTK, GLib and Pango say there what is wrong.
  func expectNoWarnings() throws {
    let lines = program.standardError.split(separator: "\n").filter { line in
      ["WARNING", "CRITICAL", "ERROR", "Fatal"].contains { line.contains($0) }
        && !line.contains(Self.weaknessOfSway)
    }
    guard lines.isEmpty else {
      throw HarnessFailure("it has warned:\n\(lines.joined(separator: "\n"))")
    }
  }

  /// GTK says so of sway when a tooltip has to follow its button.
  private static let weaknessOfSway = "Compositor doesn't support moving popups"

  /// Puts its window somewhere, and gives it the keyboard.
  func place(at place: (x: Int, y: Int), width: Int?) throws {
    window = try eventually(within: calm, "a window of the process") {
      try display.windows(of: program.processIdentifier).last
    }
    try display.place(window, at: place, size: width.map { ($0, 640) })
    origin = place
    try focus()
    guard let width else { return }
    // From now on what is seen stays where it is.
    try eventually(within: calm, "the window has its width") {
      try look().contains { $0.role == "frame" && $0.width == width - 2 * display.border }
    }
  }

  /// Gives its window the keyboard.
  func focus() throws { try display.focus(window) }

  /// Waits for something, and gives its middle on the screen.
  func find(_ role: String, _ name: String) throws -> (x: Int, y: Int) {
    var all: [Seen] = []
    do {
      return middle(
        of: try eventually(within: calm) { () -> Seen? in
          all = try look(places: .of(role, name))
          guard let seen = all.first(role, name), seen.isShown else { return nil }
          return seen
        })
    } catch {
      let names = all.map { "\($0.role) “\($0.name)”" }.joined(separator: ", ")
      throw HarnessFailure("there is no \(role) “\(name)” among \(names)")
    }
  }

  /// The same once it stays where it is: panels slide in, and a window may be seen between a change and its new layout.
  func findAtRest(_ role: String, _ name: String) throws -> (x: Int, y: Int) {
    var (last, looks) = (try find(role, name), 1)
    return try eventually(within: calm, "\(name) stays in its place") { () -> (x: Int, y: Int)? in
      let now = try find(role, name)
      looks = now == last ? looks + 1 : 1
      last = now
      return looks == 3 ? now : nil
    }
  }

  func middle(of seen: Seen) -> (x: Int, y: Int) {
    (
      origin.x + display.border + seen.x + seen.width / 2,
      origin.y + display.border + seen.y + seen.height / 2
    )
  }

  func click(_ role: String, _ name: String) throws {
    try display.move(to: findAtRest(role, name))
    try display.pressButton()
    // No hand is faster than a frame. When GTK lays its widgets out anew it makes up a motion, with the buttons as they
    // are by then: after a release that it has not come to yet, the press counts for nothing.
    _ = try look(places: .none)
    try display.releaseButton()
  }

  func press(_ keys: String...) throws {
    for keys in keys { try display.strike(keys) }
  }

  func type(_ text: String) throws { try display.type(text) }
}
