import BoardModel
import Foundation
import Harness

/// A running dragboard.
final class App {
  let program: Program
  /// Its XDG_DATA_HOME.
  let data: String
  unowned let desktop: Desktop
  private var display: any Display { desktop.display }
  /// The display's id of its window.
  private(set) var window = ""
  private var origin = (x: 0, y: 0)

  init(_ program: Program, _ desktop: Desktop, data: String) {
    self.program = program
    self.desktop = desktop
    self.data = data
  }

  /// What assistive technology sees of it now.
  func look(places: Places = .all) throws -> [Seen] {
    try desktop.look(at: program.processIdentifier, places: places)
  }

  /// The thing with this role and name, if it is visible now.
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

  /// Waits until the screen and the store have these lists.
  func expect(_ lists: [String: [String]]) throws {
    var last = "nothing"
    do {
      try eventually(within: Timeout.long) {
        let seen = try look(places: .none).lists
        let stored = try stored()
        last = "\(seen) on the screen and \(stored) in the store"
        return lists.allSatisfy { title, cards in
          stored.contains(SeenList(title: title, cards: cards))
            && seen.contains { $0.title == title && $0.shows(cards) }
        }
      }
    } catch {
      throw HarnessFailure("expected \(lists), but there is \(last); \(program.standardError)")
    }
  }

  /// Waits until the store satisfies the condition.
  func expectStored(_ condition: ([SeenList]) -> Bool) throws {
    try eventually(within: Timeout.long, "what the store should be") { condition(try stored()) }
  }

  /// Opens a card's dialog and gives it the keyboard focus.
  func openDialog(of card: String) throws {
    try click("list item", card)
    try press("F2")
    _ = try find("dialog", "Edit Card")
    try focusDialog()
  }

  /// Opens the dialog for a new card by keys.
  func openNewCard() throws {
    try press("ctrl+n")
    _ = try find("text", "New Card")
    try press("ctrl+Return")
    _ = try find("dialog", "New Card")
    try focusDialog()
  }

  /// Gives the uppermost dialog over the window the keyboard focus. A dialog has a name before it has a window, and
  /// keeps its window for a moment after it was closed.
  func focusDialog() throws {
    let dialog = try eventually(within: Timeout.long, "every dialog has its window") {
      () -> String? in
      let windows = try display.windows(of: program.processIdentifier)
      let names = try look(places: .none).count { ["frame", "dialog"].contains($0.role) }
      return names == windows.count ? windows.last { $0 != window } : nil
    }
    try display.focus(dialog)
  }

  /// Expects no warnings of GTK, GLib and Pango on standard error.
  func expectNoWarnings() throws {
    let lines = program.standardError.split(separator: "\n").filter { line in
      ["WARNING", "CRITICAL", "ERROR", "Fatal"].contains { line.contains($0) }
        && !Self.weaknesses.contains { line.contains($0) }
    }
    guard lines.isEmpty else {
      throw HarnessFailure("it has warned:\n\(lines.joined(separator: "\n"))")
    }
  }

  private static let weaknesses = [
    // GTK on sway when a tooltip has to follow its button.
    "Compositor doesn't support moving popups",
    // An AdwMessageDialog measures its heading at any width (libadwaita 1.7).
    "Trying to measure GtkLabel",
  ]

  /// Places its window and gives it the keyboard focus.
  func place(at place: (x: Int, y: Int), width: Int?) throws {
    window = try eventually(within: Timeout.long, "a window of the process") {
      try display.windows(of: program.processIdentifier).last
    }
    try display.place(window, at: place, size: width.map { ($0, 640) })
    origin = place
    try focus()
    guard let width else { return }
    // After this the layout does not change.
    try eventually(within: Timeout.long, "the window has its width") {
      try look(places: .frames)
        .contains { $0.role == "frame" && $0.width == width - 2 * display.border }
    }
  }

  /// Gives its window the keyboard focus.
  func focus() throws { try display.focus(window) }

  /// Waits for something, and returns its middle on the screen.
  func find(_ role: String, _ name: String) throws -> (x: Int, y: Int) {
    var all: [Seen] = []
    do {
      return middle(
        of: try eventually(within: Timeout.long) { () -> Seen? in
          all = try look(places: .of(role, name))
          guard let seen = all.first(role, name), seen.isShown else { return nil }
          return seen
        })
    } catch {
      let names = all.map { "\($0.role) “\($0.name)”" }.joined(separator: ", ")
      throw HarnessFailure("there is no \(role) “\(name)” among \(names)")
    }
  }

  /// Waits until something stays in its place: panels slide in, and a window can be visible between a change and its
  /// new layout.
  func findAtRest(_ role: String, _ name: String) throws -> (x: Int, y: Int) {
    var (last, looks) = (try find(role, name), 1)
    return try eventually(within: Timeout.long, "\(name) stays in its place") {
      () -> (x: Int, y: Int)? in
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
    try click()
  }

  /// Clicks where the pointer is.
  func click() throws {
    try display.pressButton()
    // Waits for a frame, as a user's hand does. When GTK lays its widgets out anew it synthesizes a motion with the
    // current state of the buttons: after an unprocessed release the press would have no effect.
    _ = try look(places: .none)
    try display.releaseButton()
  }

  func press(_ keys: String...) throws {
    for keys in keys { try display.strike(keys) }
  }

  func type(_ text: String) throws { try display.type(text) }

  /// Does the body while the program is stopped: it finds all at once when it goes on.
  func stopped(_ body: () throws -> Void) throws {
    program.send(SIGSTOP)
    defer { program.send(SIGCONT) }
    try eventually(within: Timeout.long, "the display answers while the program is stopped") {
      if try display.isFree() { return true }
      program.send(SIGCONT)
      _ = try look(places: .none)
      program.send(SIGSTOP)
      return false
    }
    try body()
  }
}
