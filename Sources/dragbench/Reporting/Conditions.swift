internal import CLinux
internal import Foundation
internal import Harness

/// The machine and the software on which the numbers were measured.
struct Conditions: Encodable {
  var lines: [String]

  static var now: Conditions {
    var system = utsname()
    uname(&system)
    let kernel = withUnsafeBytes(of: &system.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let programs = [
      ["dbus-daemon", "--version"], ["dbus-broker", "--version"], ["wl-paste", "--version"],
      ["xclip", "-version"], ["busctl", "--version"], ["sway", "--version"], ["cp", "--version"],
    ]
    return Conditions(
      lines: [
        "Linux \(kernel), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, \(processor)",
        programs.map { version($0) }.joined(separator: "; "),
        pipes,
      ])
  }

  private static var processor: String {
    let line = text(of: "/proc/cpuinfo").split(separator: "\n").first { $0.hasPrefix("model name") }
    return line.map { $0.split(separator: ":").last.map(String.init) ?? "" }?
      .trimmingCharacters(in: .whitespaces) ?? "an unnamed processor"
  }

  /// Many streams at once are as quick as their pipes are large: pipe(7), “pipe-user-pages-soft”.
  private static var pipes: String {
    guard geteuid() != 0 else { return "as root, whose pipes may be of any size" }
    let pages = text(of: "/proc/sys/fs/pipe-user-pages-soft")
      .trimmingCharacters(in: .whitespacesAndNewlines)
    return "as a user whose pipes may hold \(pages) pages in all"
  }

  /// The text of a file; empty if there is no file.
  private static func text(of path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  /// The first line that a program prints about itself.
  private static func version(_ words: [String]) -> String {
    guard let result = try? Program.run(words[0], Array(words.dropFirst())) else {
      return "no \(words[0])"
    }
    let said = result.output.isEmpty ? result.error : result.output
    return said.split(separator: "\n").first.map(String.init) ?? words[0]
  }
}
