internal import DragSystem

/// How lines of the log look, which depends on what reads standard error.
struct LogForm: Hashable, Sendable {
  /// Whether each line starts with its priority (sd-daemon(3)). The journal removes it; people would read it.
  let hasPriorities: Bool
  /// Whether only errors are logged: standard error is the bus's terminal, whose user has not started the program.
  let hasErrorsOnly: Bool

  /// - Parameters:
  ///   - journal: JOURNAL_STREAM, the device and inode of the journal's stream (systemd.exec(5)).
  ///   - isOfBus: whether the bus has started this process itself, and not through systemd.
  init(journal: String?, stream: FileIdentity?, isTerminal: Bool, isOfBus: Bool) {
    let isJournal = stream.map { "\($0.device):\($0.inode)" == journal } ?? false
    hasPriorities = isJournal || !isTerminal && !isOfBus
    hasErrorsOnly = !isJournal && isTerminal && isOfBus
  }

  /// That of this process.
  static let own = LogForm(
    journal: Environment["JOURNAL_STREAM"].map { String(decoding: $0, as: UTF8.self) },
    stream: StandardStream.error.identity, isTerminal: StandardStream.error.isTerminal,
    isOfBus: Environment["DBUS_STARTER_ADDRESS"] != nil)
}
