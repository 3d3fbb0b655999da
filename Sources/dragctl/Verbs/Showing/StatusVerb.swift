internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

/// `dragctl status`
enum StatusVerb {
  static let verb = Verb(
    "status", summary: "print dragd's version, limits and statistics",
    flags: [.json], manual: "dragctl(1)"
  ) { invocation throws(Failure) in
    try run(invocation)
  }
}

extension StatusVerb {
  private static func run(_ invocation: Invocation) throws(Failure) {
    let status = try VerbSession.connect().ask { () throws(RequestError) in try .status() }
    if invocation.has(.json) {
      try Console.print(
        JSON.object([
          .init("version", .string(status.version)),
          .init("limits", json(status.limits)),
          .init("statistics", json(status.statistics)),
        ]))
    } else {
      let version = Printable.line(status.version)
      // `dragd --limit` takes the same names.
      try Console.print(
        """
        \(translated("Version {version}", ["version": version]))

        \(translated("Statistics"))
        \(lines(status.statistics))
        \(translated("Limits"))
        \(lines(status.limits))
        """)
    }
  }

  private static func json(_ counts: [String: UInt64]) -> JSON {
    .object(counts.sorted { $0.key < $1.key }.map { .init($0.key, .number($0.value)) })
  }

  private static func lines(_ counts: [String: UInt64]) -> String {
    let names = counts.keys.sorted()
    let width = names.map(TextWidth.columns(of:)).max() ?? 0
    return names.map { name in
      "  " + TextWidth.padded(Printable.line(name), to: width + 2) + "\(counts[name] ?? 0)\n"
    }.joined()
  }
}
