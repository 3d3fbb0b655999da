internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragLine
internal import DragModel
internal import DragSystem
internal import Synchronization
internal import Translations

/// The other machine that the verb is for: `dragctl -H HOST VERB`. Its bus is reached over a line, and so is all that a
/// verb says to dragd; files, notes and commands are here.
enum Remote {
  private struct State {
    var line: LineClient?
    /// Why the line has ended, once that was asked.
    var end: LineFailure?
  }

  private static let state = Mutex(State())

  /// Nil for a verb that is for this machine.
  static var line: LineClient? { state.withLock { $0.line } }

  /// The other machine, as the person has named it.
  static var host: String? { line?.host }

  /// What this program calls itself there, where nobody can look up its name; nil on this machine.
  static var sourceName: String? { line.map { _ in "dragctl on \(LineHello.ownName)" } }

  /// From now on connections go to that machine. Dials only when the first one is made. Call it before there is a
  /// second thread.
  static func use(_ dial: LineDial) throws(Failure) {
    let line = try mapError { () throws(SystemError) in
      try LineClient(dial)
    } to: {
      Failure(.other, "\($0)")
    }
    // Somebody may kill the process of the line.
    Interruption.ignoreBrokenPipes()
    state.withLock { $0 = State(line: line) }
  }

  /// From now on connections go to this machine again; the line ends when it has nothing more to do.
  static func end() { state.withLock { $0 = State() } }

  /// Why a connection was lost; nil where it was one to this machine's bus.
  static func reasonOfLoss() -> LineFailure? {
    guard let line else { return nil }
    if let known = state.withLock({ $0.end }) { return known }
    let reason = line.reasonOfLoss()
    state.withLock { $0.end = reason }
    return reason
  }

  /// The address of the bus to use; nil for that of this session.
  static func busAddress() throws(Failure) -> String? {
    guard let line else { return nil }
    return try mapError { () throws(LineFailure) in
      try line.connect()
    } to: { failure in
      state.withLock { $0.end = failure }
      return Failure(failure, line.host)
    }
  }
}

extension LineDial {
  static let dialing = "DRAGCTL_SSH"
  private static let path = "DRAGCTL_REMOTE"
  private static let limit = "DRAGCTL_SILENCE"

  /// How to reach a machine that the person has named, with what the environment says of that.
  init(to host: Argument) throws(Failure) {
    guard let name = host.validText, !name.isEmpty else {
      throw .usage(translated("-H needs a HOST, as ssh takes it"))
    }
    guard !name.hasPrefix("-") else {
      throw .usage(
        translated("-H: “{host}” is no HOST: it begins with a dash", ["host": name]),
        hint: translated("The host comes first: dragctl -H HOST VERB"))
    }
    let remote = Environment[Self.path].map { Argument($0).text }
    if let remote, !Self.isPlain(remote) {
      throw .usage(
        translated(
          "{variable}: “{text}” is not a path of letters, digits and the signs {signs}",
          ["variable": Self.path, "text": remote, "signs": "/ . _ ~ -"]))
    }
    var silence = Self.usualSilence
    if let text = Environment[Self.limit].map({ Argument($0).text }) {
      guard let length = Milliseconds(text), (100...86_400_000).contains(length.count) else {
        throw .usage(
          translated(
            "{variable}: “{text}” is not a duration", ["variable": Self.limit, "text": text]),
          hint: translated("Write it as 500ms, 90, 10m or 1h30m."))
      }
      silence = UInt32(length.count)
    }
    self.init(
      host: name, program: Environment[Self.dialing] ?? Array("ssh".utf8), remote: remote,
      silence: silence)
  }

  /// Takes `-H HOST` off the front of the command line.
  static func take(from arguments: inout [Argument]) throws(Failure) -> LineDial? {
    guard let first = arguments.first?.bytes else { return nil }
    let long = Array("--host".utf8)
    if first == Array("-H".utf8) || first == long {
      guard arguments.count > 1 else {
        throw .usage(translated("-H needs a HOST, as ssh takes it"))
      }
      let dial = try LineDial(to: arguments[1])
      arguments.removeFirst(2)
      try refuseSecond(arguments.first)
      return dial
    }
    for start in [long + [UInt8(ascii: "=")], Array("-H".utf8)] where first.starts(with: start) {
      arguments.removeFirst()
      let dial = try LineDial(to: Argument(Array(first.dropFirst(start.count))))
      try refuseSecond(arguments.first)
      return dial
    }
    return nil
  }

  private static func refuseSecond(_ word: Argument?) throws(Failure) {
    guard let word, isFlag(word) else { return }
    throw .usage(
      translated("-H is there twice"),
      hint: translated("A call is for one machine: call dragctl once for each."))
  }

  /// Whether the word is -H, alone or with its host.
  static func isFlag(_ word: Argument) -> Bool {
    word == "--host" || word.text.hasPrefix("--host=") || word.text.hasPrefix("-H")
  }
}

extension Failure {
  /// Why there is no line to the host, or none any more.
  init(_ failure: LineFailure, _ host: String) {
    let lines = failure.words.split(whereSeparator: \.isNewline)
    let words = Printable.line(lines.joined(separator: " "))
    switch failure.kind {
    case .unstarted:
      self.init(
        .unavailable,
        translated(
          "the program that dials {host} cannot be started: {reason}",
          ["host": host, "reason": words]),
        hint: translated(
          "That is ssh, or what {variable} names.", ["variable": LineDial.dialing]))
    case .unreached where failure.number == 127:
      self.init(
        .unavailable, translated("{host} has no dragctl where its shell finds one", ["host": host]),
        hint: Self.installation)
    case .unreached:
      self.init(
        .unavailable,
        translated(
          "there is no line to {host}: ssh has ended with status {status}",
          ["host": host, "status": failure.number]))
    case .noise:
      self.init(
        .unavailable,
        translated(
          "no dragctl answers on {host}, only this: “{words}”", ["host": host, "words": words]),
        hint: Self.installation)
    case .refused where words.contains("session bus"):
      self.init(
        .unavailable, translated("{host}: {reason}", ["host": host, "reason": words]),
        hint: translated(
          "“loginctl enable-linger”, called there, has one start without a login at the display."))
    case .refused:
      self.init(.unavailable, translated("{host}: {reason}", ["host": host, "reason": words]))
    case .broken:
      self.init(
        .unavailable,
        translated("the line to {host} cannot be used: {reason}", ["host": host, "reason": words]))
    case .version:
      self.init(
        .unavailable,
        translated(
          "the dragctl on {host} is of another version, and speaks version {version} of the protocol",
          ["host": host, "version": words]))
    case .mute:
      self.init(
        .unavailable,
        translated(
          "{host} does not answer: nothing was heard for {seconds} s",
          ["host": host, "seconds": failure.number / 1000]))
    case .silent:
      self.init(
        .incomplete,
        translated(
          "the line to {host} is cut: nothing was heard for {seconds} s",
          ["host": host, "seconds": failure.number / 1000]))
    case .closed:
      self.init(
        .unavailable,
        translated("the connection to the session bus of {host} is lost", ["host": host]))
    case .cut where words.isEmpty:
      self.init(.incomplete, translated("the line to {host} was cut", ["host": host]))
    case .cut:
      self.init(
        .incomplete,
        translated("the line to {host} was cut: {reason}", ["host": host, "reason": words]))
    }
  }

  private static var installation: String {
    translated(
      "“dragctl install HOST” puts it there; or name the path of dragctl there: {variable}=PATH",
      ["variable": "DRAGCTL_REMOTE"])
  }

  /// A service is not on the bus; names the machine of another one's bus.
  static func absence(_ message: String, hint: String? = nil) -> Failure {
    guard let host = Remote.host else { return Failure(.unavailable, message, hint: hint) }
    return Failure(
      .unavailable, translated("{host}: {reason}", ["host": host, "reason": message]), hint: hint)
  }

  /// The bus is gone, or the line to it.
  static var disconnected: Failure {
    if let host = Remote.host, let reason = Remote.reasonOfLoss() { return Failure(reason, host) }
    return Failure(.unavailable, translated("the connection to the session bus is lost"))
  }

  /// What a verb for another machine cannot do, because the addresses of files mean that machine's.
  static func addressesElsewhere(_ message: String) -> Failure {
    Failure(
      .refused, message,
      hint: translated("The address of a file means the machine that it is on; its content passes.")
    )
  }
}
