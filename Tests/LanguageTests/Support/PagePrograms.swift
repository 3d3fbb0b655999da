import Foundation
import Harness

/// The programs of the pages, written to files and compiled as they state themselves; once for all tests.
struct PagePrograms: Sendable {
  private static let shared = Result { try PagePrograms() }

  private let folder: TemporaryFolder

  /// The command line of a program of a page.
  static func command(_ page: Page, _ name: String) throws -> [String] {
    let file = try shared.get().folder.path(name)
    switch page {
    case .python, .module: return ["/usr/bin/python3", file]
    case .javaScript: return ["/usr/bin/gjs", "-m", file]
    case .c: return [file.replacing(/\.c$/, with: "")]
    case .toolkits: return ["\(Built.packageRoot)/Tests/LanguagePrograms/Toolkits/\(name)"]
    // These are targets of the package.
    case .scenario, .drops, .sandbox, .loops:
      return ["\(Built.folder)/\(name.prefix { $0 != "/" })"]
    }
  }

  private init() throws {
    folder = try TemporaryFolder("programs")
    atexit { try? PagePrograms.shared.get().folder.remove() }
    for page in [Page.python, .module, .c, .javaScript] {
      for block in try page.blocks {
        guard let name = block.name else { continue }
        try folder.write(name, text: block.code)
        if block.language == "c" { try compile(name, block.code) }
      }
    }
  }

  private func compile(_ name: String, _ code: String) throws {
    guard let command = code.firstMatch(of: /\/\/ (cc .*)\n/)?.1 else {
      throw HarnessFailure("\(name) does not say how it is compiled")
    }
    let result = try Program.run(
      "/bin/sh", ["-c", "\(command) -Wall -Wextra -Werror"], workingFolder: folder.path,
      within: Timeout.usual * 4)
    guard result.exit == .success else { throw HarnessFailure("\(command): \(result.error)") }
  }
}
