internal import ClipboardModel
internal import CommandLineArguments
internal import DragModel
internal import Translations

/// What a person can set, by a flag or in the file of settings.
struct Preferences: Hashable {
  /// The most bytes that dragclip reads ahead of one content; 0 for nothing.
  var readAheadBytes: UInt64 = 128 << 20
  var history = History.Limits()
  /// Whether the history outlives the session; nil if the person's word for it is not understood.
  var keepsHistory: Bool? = false

  /// The names of the flags, and of the keys in the file.
  enum Key: String, CaseIterable {
    case persist
    case history
    case historySize = "history-size"
    case keepHistory = "keep-history"
  }

  /// - Parameter name: what the person has called the key.
  mutating func set(_ key: Key, _ text: String, called name: String) throws(UsageError) {
    switch key {
    case .persist: readAheadBytes = try Self.bytes(text, orOff: true, name)
    case .historySize: history.bytes = try Self.bytes(text, orOff: false, name)
    case .history:
      guard let count = Int(text), (1...Self.mostEntries).contains(count) else {
        throw UsageError(
          translated(
            "{flag} takes a number from 1 to {most}, not “{text}”",
            ["flag": name, "most": Self.mostEntries, "text": text]))
      }
      history.count = count
    case .keepHistory:
      switch text {
      case "on": keepsHistory = true
      case "off": keepsHistory = false
      default:
        throw UsageError(
          translated("{flag} takes “on” or “off”, not “{text}”", ["flag": name, "text": text]))
      }
    }
  }

  /// Takes the value of one key from others.
  mutating func take(_ key: Key, from other: Preferences) {
    switch key {
    case .persist: readAheadBytes = other.readAheadBytes
    case .history: history.count = other.history.count
    case .historySize: history.bytes = other.history.bytes
    case .keepHistory: keepsHistory = other.keepsHistory
    }
  }

  /// As many can be pinned, and dragd has at most 1,024 offers of one connection.
  private static let mostEntries = 500
  /// dragd's limit of bytes that it holds for one connection.
  private static let mostBytes: UInt64 = 256 << 20

  private static func bytes(
    _ text: String, orOff mayBeOff: Bool, _ name: String
  ) throws(UsageError) -> UInt64 {
    if mayBeOff, text == "off" { return 0 }
    guard let size = ByteCount(text), size.count > 0, size.count <= mostBytes else {
      throw UsageError(
        mayBeOff
          ? translated(
            "{flag} takes a size from 1 to 256M, such as 64M, or “off”, not “{text}”",
            ["flag": name, "text": text])
          : translated(
            "{flag} takes a size from 1 to 256M, such as 64M, not “{text}”",
            ["flag": name, "text": text]))
    }
    return size.count
  }
}
