internal import CommandLineArguments
internal import DragModel
internal import DragSystem

/// The file of settings: lines of `key = value`, where `#` begins a comment. A flag counts before the file.
final class PreferencesFile {
  /// Nil where there is no place for it.
  let path: String?
  private let flags: [Preferences.Key: String]
  private var watch: FileWatch?
  private(set) var preferences = Preferences()
  private var lastBytes: [UInt8]?

  /// A larger file is none of settings.
  private static let mostBytes = 64 << 10

  init(flags: [Preferences.Key: String]) {
    self.flags = flags
    path = (try? ConfigurationFolder.path()).map { "\($0)/dragclip.conf" }
  }

  /// Reads the file again whenever it has another content; `changed` is called after that.
  ///
  /// Throws the errors of inotify_init1(2), such as EMFILE.
  func follow(on loop: EventLoop, changed: @escaping () -> Void) throws(SystemError) {
    watch = try path.map { path throws(SystemError) in
      try FileWatch(path, on: loop, changed: changed)
    }
  }

  /// Reads the file. Of what it does not say the usual counts, and of what is wrong the former value; `report` gets a
  /// line about each.
  func read(_ report: (String) -> Void) {
    let former = preferences
    preferences = Preferences()
    readFile(former, report)
    for (key, text) in flags {
      // The command line was checked when it was read.
      try? preferences.set(key, text, called: "--\(key.rawValue)")
    }
  }

  private func readFile(_ former: Preferences, _ report: (String) -> Void) {
    guard let path else { return }
    do throws(SystemError) {
      guard let status = try FileStatus.of(path: Array(path.utf8)) else {
        lastBytes = nil
        return
      }
      guard status.kind == .regular else {
        preferences = former
        return report("\(path) is not a regular file")
      }
      let bytes = try FilePath.openForReading(Array(path.utf8)).readToEnd(limit: Self.mostBytes)
      guard let bytes else {
        preferences = former
        return report("\(path) has more than \(Self.mostBytes) bytes, so it is not read")
      }
      // What is wrong is said once, not whenever somebody touches the file.
      let isNew = bytes != lastBytes
      lastBytes = bytes
      parse(bytes, path, former) { if isNew { report($0) } }
    } catch {
      preferences = former
      report("\(path) cannot be read: \(error.reason)")
    }
  }

  private func parse(
    _ bytes: [UInt8], _ path: String, _ former: Preferences, _ report: (String) -> Void
  ) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let words = line.prefix { $0 != "#" }
      guard words.contains(where: { !$0.isWhitespace }) else { continue }
      let place = "\(path):\(index + 1)"
      let parts = words.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { part in String(part.trimmingSpaces) }
      guard parts.count == 2 else {
        report("\(place): a line is “key = value”, not “\(words.trimmingSpaces)”")
        continue
      }
      guard let key = Preferences.Key(rawValue: parts[0]) else {
        let keys = Preferences.Key.allCases.map(\.rawValue).joined(separator: ", ")
        report("\(place): there is no key “\(parts[0])”: there are \(keys)")
        continue
      }
      do throws(UsageError) {
        try preferences.set(key, parts[1], called: parts[0])
      } catch {
        preferences.take(key, from: former)
        if key == .keepHistory, !hasRead { preferences.keepsHistory = nil }
        report("\(place): \(error.message)")
      }
    }
    hasRead = true
  }

  /// Whether there is a former value.
  private var hasRead = false
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return start[...last]
  }
}
