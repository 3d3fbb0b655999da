/// Reads the application id out of what the system says of a process.
enum ApplicationID {
  /// From the process's cgroups (/proc/PID/cgroup, cgroups(7)): the unit of a desktop application is
  /// named `app[-LAUNCHER]-APPID-RANDOM.scope` or `app[-LAUNCHER]-APPID[@RANDOM].service`, with `-`
  /// in the id escaped (systemd's “Desktop Environment Integration”).
  static func inCgroups(_ text: String) -> String? {
    for unit in units(inCgroups: text) {
      if let id = inUnit(unit) { return id }
    }
    return nil
  }

  /// The innermost systemd unit of the process; empty where there is none.
  static func unit(inCgroups text: String) -> String {
    units(inCgroups: text).first { $0.hasSuffix(".scope") || $0.hasSuffix(".service") }
      .map(String.init) ?? ""
  }

  /// The names of systemd's cgroups, the innermost first.
  private static func units(inCgroups text: String) -> [Substring] {
    text.split(separator: "\n").flatMap { line -> [Substring] in
      guard let path = managerPath(line) else { return [] }
      // The unit may have cgroups of its own below it.
      return path.split(separator: "/").reversed()
    }
  }

  /// Whether a line of /proc/PID/cgroup is about the hierarchy that systemd manages.
  static func isOfManager(_ line: Substring) -> Bool { managerPath(line) != nil }

  /// The path of a line: HIERARCHY:CONTROLLERS:PATH; systemd's own hierarchy names no controller or `name=systemd`.
  private static func managerPath(_ line: Substring) -> Substring? {
    let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, fields[1].isEmpty || fields[1] == "name=systemd" else { return nil }
    return fields[2]
  }

  private static func inUnit(_ unit: Substring) -> String? {
    guard unit.hasPrefix("app-") else { return nil }
    let name = unit.dropFirst("app-".count)
    if name.hasSuffix(".scope") {
      let fields = name.dropLast(".scope".count).split(separator: "-")
      guard fields.count >= 2 else { return nil }
      return unescaped(fields[fields.count - 2])
    }
    if name.hasSuffix(".service") {
      let withoutInstance = name.dropLast(".service".count).prefix { $0 != "@" }
      return withoutInstance.split(separator: "-").last.flatMap(unescaped)
    }
    return nil
  }

  /// Undoes systemd's escapes: `\x2d` is `-` (systemd-escape(1)).
  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard rest.popFirst() == UInt8(ascii: "x"),
        let code = UInt8(Substring(rest.prefix(2)), radix: 16), rest.count >= 2
      else { return nil }
      rest = rest.dropFirst(2)
      bytes.append(code)
    }
    return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// From a sandbox's `/.flatpak-info`: `name` in the group `[Application]` (flatpak-metadata(5)).
  static func inFlatpakInfo(_ text: String) -> String? {
    var isInApplication = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") {
        isInApplication = line == "[Application]"
      } else if isInApplication, line.hasPrefix("name=") {
        let name = line.dropFirst("name=".count)
        return name.isEmpty ? nil : String(name)
      }
    }
    return nil
  }
}
