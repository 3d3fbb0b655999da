import Foundation
import Harness

/// The documented interfaces of the package.
enum InterfaceFiles {
  private static let folder = "\(Built.packageRoot)/dbus"

  /// The names of the interfaces that have a file.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".xml") }.map { String($0.dropLast(4)) }.sorted()
  }

  static func text(_ interface: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(interface).xml", encoding: .utf8)
  }
}
