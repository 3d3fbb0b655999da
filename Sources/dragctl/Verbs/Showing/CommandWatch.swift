internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Runs a command for each offer that comes and fits, one at a time, in their order.
final class CommandWatch {
  private let command: Argument
  private let types: TypePreferences
  private let loop: EventLoop
  private let connection: BrokerConnection
  private var signals: SignalWatch?
  /// What waits for the command that runs.
  private var queue: [ListedOffer] = []
  private var running: ShellCommand?
  /// Offers that were there at the start, or were seen.
  private var known: Set<Identifier> = []
  /// Offers that programs say they have made for the command, and that dragd has not announced yet; the oldest first.
  private var claims: [(offer: Identifier, caller: String)] = []
  private var overflow = 0
  private var end: Failure?

  /// The most offers that wait; dragctl only counts further ones.
  private static let most = 100
  private static let mostClaims = 256
  /// The variable that names the dragctl that started a command, so that the command can tell it of its own offers.
  static let variable = "DRAGCTL_WATCH"

  init(_ command: Argument, types: [String]) throws(Failure) {
    self.command = command
    self.types = try mapError { () throws(Rejection) in
      try TypePreferences(types)
    } to: {
      Failure.usage("--type: \($0.message)")
    }
    // The reader of standard error may end before this program.
    Interruption.ignoreBrokenPipes()
    connection = try VerbSession.connect()
    loop = try VerbSession.makeLoop()
  }

  func run() throws(Failure) {
    connection.attach(to: loop)
    connection.onDisconnect = { [unowned self] in end = end ?? .disconnected }
    var handlers = ControlObject.Handlers()
    handlers.ignore = { [unowned self] in ignore($0, by: $1) }
    ControlObject.serve(on: connection, loop, handlers)
    signals = try mapError { () throws(SystemError) in
      try SignalWatch([.interrupt, .terminate, .hangUp], on: loop) { [unowned self] in
        running?.terminate()
        ProgramExit.by($0.rawValue)
      }
    } to: {
      Failure(.other, "\($0)")
    }
    try mapError { () throws(RequestError) in
      try connection.followOffers { [unowned self] in follow($0) }
    } to: {
      Failure($0)
    }
    // After the rules, so that no offer comes between the two.
    known.formUnion(try connection.newestOffers().map(\.id))
    Console.note(translated("Waiting for what is offered from now on."))
    while end == nil { loop.turn(timeout: nil) }
    running?.terminate()
    if let end { throw end }
  }

  private func follow(_ change: OfferChange) {
    switch change {
    case .added(let offer):
      guard known.insert(offer.id).inserted, !isClaimed(offer), fits(offer) else { return }
      guard queue.count < Self.most else {
        overflow += 1
        return
      }
      queue.append(offer)
      startNext()
    case .changed: break
    case .removed(let id):
      known.remove(id)
      queue.removeAll { $0.id == id }
    }
  }

  private func fits(_ offer: ListedOffer) -> Bool {
    types.isEmpty || types.choose(among: offer.properties.types, hierarchy: PlainTypes()) != nil
  }

  /// What the command offers must not start it again. Only the source of an offer may say that it is the command's:
  /// otherwise any program could hide the offers of all others.
  private func ignore(_ offer: Identifier, by caller: String) {
    guard !known.contains(offer) else {
      return queue.removeAll { $0.id == offer && $0.properties.connection == caller }
    }
    claims.append((offer, caller))
    if claims.count > Self.mostClaims { claims.removeFirst() }
  }

  private func isClaimed(_ offer: ListedOffer) -> Bool {
    defer { claims.removeAll { $0.offer == offer.id } }
    return claims.contains { $0.offer == offer.id && $0.caller == offer.properties.connection }
  }

  private func startNext() {
    guard running == nil, end == nil, !queue.isEmpty else { return }
    let offer = queue.removeFirst()
    do throws(SystemError) {
      running = try ShellCommand(
        command.bytes, output: try StandardStream.output.duplicate(),
        environment: variables(offer), on: loop
      ) { [unowned self] in ended($0, offer) }
    } catch {
      end = end ?? Failure(.other, "\(command.text): \(error.reason)")
    }
  }

  /// In the environment only: a value that another program has chosen must not become a part of the command.
  private func variables(_ offer: ListedOffer) -> [(String, String)] {
    let properties = offer.properties
    return [
      ("DRAGCTL_OFFER", offer.id.description), ("DRAGCTL_LABEL", properties.label),
      ("DRAGCTL_TYPES", Self.lines(properties.types)),
      ("DRAGCTL_ITEMS", String(properties.itemCount)), ("DRAGCTL_FROM", properties.sourceText),
      (Self.variable, connection.bus.uniqueName),
    ]
  }

  /// A line each, as many as fit: with more than 128 KiB in one variable no program starts (execve(2)).
  private static func lines(_ types: [MIMEType]) -> String {
    var left = 100_000
    let fitting = types.map(\.description).prefix { type in
      left -= type.utf8.count + 1
      return left >= 0
    }
    return fitting.joined(separator: "\n")
  }

  private func ended(_ end: ShellCommand.End, _ offer: ListedOffer) {
    let end = CommandEnd(end, of: running)
    running = nil
    if let failure = end.brokenPipe {
      self.end = failure
      return
    }
    end.report(
      status: {
        translated(
          "dragctl: the command ended with status {status} for offer {id}",
          ["status": $0, "id": offer.id])
      },
      signal: {
        translated(
          "dragctl: the command was ended by signal {signal} for offer {id}",
          ["signal": $0, "id": offer.id])
      })
    if overflow > 0 {
      Console.note(
        translated(
          "dragctl: skipped {count} offers that came while {most} waited",
          ["count": overflow, "most": Self.most]))
      overflow = 0
    }
    startNext()
  }
}

extension BrokerConnection {
  /// Tells the `dragctl watch --exec` that has started this program which offer is its own. A failure changes nothing.
  func tellWatch(of offer: Identifier) {
    guard let name = Environment[CommandWatch.variable] else { return }
    RemoteControl.ignore(offer, by: String(decoding: name, as: UTF8.self), on: self)
  }
}
