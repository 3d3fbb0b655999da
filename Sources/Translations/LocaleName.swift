internal import CLinux

/// The name that the environment gives to the person's locale for one category (locale(7)), such as
/// `de_DE.UTF-8@euro`. Reading the name is cheaper than opening the locale, and often enough.
struct LocaleName: Equatable, Sendable {
  private let name: String

  init(_ name: String) { self.name = name }

  /// - Parameter category: such as `LC_MESSAGES`.
  init(for category: String) {
    let variables = ["LC_ALL", category, "LANG"]
    name = variables.lazy.compactMap(Self.value).first ?? "C"
  }

  /// The C locale has neither a language nor letters beyond ASCII, unless its codeset says so.
  private var isC: Bool { ["C", "POSIX"].contains(language) }

  /// Such as `de`.
  private var language: Substring { name.prefix { !"_.@".contains($0) } }

  /// Without a place after `@`, in the letters of the C library: `utf8` for UTF-8.
  private var codeset: String? {
    let parts = name.prefix { $0 != "@" }.split(separator: ".", maxSplits: 1)
    return parts.count == 2 ? parts[1].lowercased().filter { $0 != "-" } : nil
  }

  /// Whether the codeset is UTF-8; nil where the name does not tell.
  var isUnicode: Bool? {
    guard let codeset else { return isC ? false : nil }
    return codeset == "utf8"
  }

  /// Whether its messages are those of the sources, so that there is nothing to look up.
  var isOfSources: Bool {
    // The C library asks LANGUAGE in `C.UTF-8`, but not in `C`.
    isC && codeset == nil || (isC || language == "en") && Self.value("LANGUAGE") == nil
  }

  /// Nil for one that is empty, too.
  private static func value(_ variable: String) -> String? {
    guard let value = unsafe getenv(variable), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }
}
