import Foundation
import Harness

/// The steps of a move at which a process can be killed, in order, as a move without kills passes them.
enum MoveSteps {
  static let source = Result {
    try record {
      ["DRAGD_FAIL_COUNT": $0]
    } destination: { _ in
      [:]
    }
  }
  static let destination = Result {
    try record { _ in
      [:]
    } destination: {
      ["DRAGD_FAIL_COUNT": $0]
    }
  }
  static let dragd = Result {
    let scripts = try TemporaryFolder()
    defer { scripts.remove() }
    let command = ["/usr/bin/env", "DRAGD_FAIL_COUNT=\(scripts.path("steps"))", Built.dragd]
    return try record(daemon: command, in: scripts) { _ in
      [:]
    } destination: { _ in
      [:]
    }
  }

  /// The steps of a move of several small files, which go in groups.
  static let sourceOfGroup = Result {
    try record(files: groupFiles) {
      ["DRAGD_FAIL_COUNT": $0]
    } destination: { _ in
      [:]
    }
  }
  static let destinationOfGroup = Result {
    try record(files: groupFiles) { _ in
      [:]
    } destination: {
      ["DRAGD_FAIL_COUNT": $0]
    }
  }
  static let groupFiles = ["from/a", "from/b", "from/c", "from/d"]

  /// The steps at which this run kills, with their places: `make test` has every second one.
  static func part(of steps: [String]) -> [(offset: Int, element: String)] {
    Extent.part(of: Array(steps.enumerated())) { $0.offset.isMultiple(of: 2) }
  }

  /// The number of a step of the destination, counted from 1.
  static func number(of step: String, in steps: Result<[String], any Error>) throws -> Int {
    guard let index = try steps.get().firstIndex(of: step) else {
      throw HarnessFailure("no step “\(step)” among \(try steps.get())")
    }
    return index + 1
  }

  private static func record(
    daemon: [String] = [Built.dragd], in folder: TemporaryFolder? = nil,
    files: [String] = ["from/a"], source: (String) -> [String: String],
    destination: (String) -> [String: String]
  ) throws -> [String] {
    try Shell.run(daemon: daemon) { shell in
      let file = (folder ?? shell.folder).path("steps")
      try shell.makeFolders()
      for file in files { try shell.folder.write(file, text: "x") }
      let program = try shell.fixture.start(
        Built.dragctl, ["offer", "--operations", "move"] + files, on: shell.bus,
        environment: source(file))
      let result = try shell.dragctl(
        "accept", try program.firstLine(), "--move", "-o", "to", environment: destination(file))
      guard result.exit == .success, try program.wait().exit == .success else {
        throw HarnessFailure("the undisturbed move failed: \(result.error)")
      }
      let text = try String(contentsOfFile: file, encoding: .utf8)
      return text.split(separator: "\n").map(String.init)
    }
  }
}
