import Foundation
import Harness

/// The service by which the bus of a test starts the shelf.
enum ShelfService {
  static let name = "org.dragd.Shelf1"

  static func service(_ display: any Display) -> PrivateBus.Service {
    .dragboard(name, ["shelf"], on: display)
  }
}

/// The service by which the bus of a test starts the board's targets.
enum BoardService {
  static func service(_ display: any Display) -> PrivateBus.Service {
    .dragboard("org.dragd.Targets1.Board", [], on: display)
  }
}

extension PrivateBus.Service {
  fileprivate static func dragboard(
    _ name: String, _ arguments: [String], on display: any Display
  ) -> PrivateBus.Service {
    let variables = Desktop.variables(display).map { "\($0)=\($1)" }.sorted()
    let command = ["\(Built.folder)/dragboard"] + arguments + ["--gapplication-service"]
    return PrivateBus.Service(name, ["/usr/bin/env"] + variables + command)
  }
}

extension Desktop {
  /// Starts the shelf at the left of the screen.
  func startShelf() throws -> App { try start(["shelf"], width: 360) }

  /// Starts dragclip, and the shelf with its history.
  func startShelfWithHistory() throws -> App {
    _ = try fixture.start(Built.dragclip, [], on: bus, environment: variables)
    return try startShelf()
  }

  /// Starts `dragctl drag`, which stays.
  func drag(_ arguments: String..., input: [UInt8]? = nil) throws -> Program {
    try fixture.start(
      Built.dragctl, ["drag"] + arguments, on: bus, environment: variables,
      input: input.map { .bytes($0) } ?? .empty)
  }
}

extension App {
  /// The names of the tiles and of the history, each from the top.
  func shelf() throws -> (tiles: [String], history: [String]) {
    let lists = try look(places: .none).lists
    func rows(_ name: String) -> [String] { lists.first { $0.title == name }?.cards ?? [] }
    return (rows("Shelf"), rows("Clipboard"))
  }

  /// Waits until the shelf has these tiles.
  func expectTiles(_ tiles: [String]) throws {
    var last: [String] = []
    do {
      try eventually(within: Timeout.long) {
        last = try shelf().tiles
        return last == tiles
      }
    } catch {
      throw HarnessFailure(
        "the tiles should be \(tiles), but are \(last); \(program.standardError)")
    }
  }

  /// Waits until the shelf has this history.
  func expectHistory(_ entries: [String]) throws {
    var last: [String] = []
    do {
      try eventually(within: Timeout.long) {
        last = try shelf().history
        return last == entries
      }
    } catch {
      throw HarnessFailure("the history should be \(entries), but is \(last)")
    }
  }

  /// The place for a drop on the shelf.
  func dropPlace() throws -> (x: Int, y: Int) { try middle(fromBottom: 80) }

  /// Whether the shelf shows that it accepts the drop.
  func isShelfHovered() throws -> Bool { try seen("label", "Drop here")?.isShown ?? false }
}
