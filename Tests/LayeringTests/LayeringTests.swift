import Foundation
import Harness
import Testing

/// The rules of architecture, applied to this package.
@Suite struct LayeringTests {
  private static let root = Built.packageRoot

  /// Every hand-written file of the package, relative to its root.
  private static let files: [String] = {
    let places = ["Sources", "Tests", "dbus", "systemd", ".ci", ".make"]
    var found = ["Package.swift", "Makefile", "README.md"]
    for place in places {
      let below = FileManager.default.enumerator(atPath: "\(root)/\(place)")
      while let name = below?.nextObject() as? String {
        if below?.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
          found.append("\(place)/\(name)")
        }
      }
    }
    return found.filter { !$0.contains("__pycache__") }
  }()

  private static func text(_ path: String) -> String? {
    try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  private static let sources = files.filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }

  @Test func `every source obeys the rules of its layer`() throws {
    #expect(Self.sources.count > 20)
    let violations = try Self.sources.flatMap { path in
      SourceRules(path: path, text: try #require(Self.text(path))).violations
    }
    #expect(violations.isEmpty, "\(list(violations))")
  }

  @Test func `every folder of Sources is a layer`() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(Self.root)/Sources")
    let unknown = folders.filter { folder in
      // The module in Python calls the bus alone.
      !folder.hasPrefix(".") && !["Documentation", "Python"].contains(folder)
        && !Layers.arrows.contains { $0.folder == folder }
    }
    #expect(unknown.isEmpty, "\(unknown)")
  }

  @Test func `no file is too long or names a path of one machine`() {
    let violations = Self.files.flatMap { path in
      FileRules.violations(path: path, text: Self.text(path) ?? "")
    }
    #expect(violations.isEmpty, "\(list(violations))")
  }

  @Test func `the top folder holds only what belongs there`() throws {
    let entries = try FileManager.default.contentsOfDirectory(atPath: Self.root)
    let violations = FileRules.violations(top: entries)
    #expect(violations.isEmpty, "\(list(violations))")
  }

  private func list(_ violations: [Violation]) -> String {
    "\n" + violations.map(\.description).joined(separator: "\n")
  }
}
