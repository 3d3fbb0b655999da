internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// A call of `dragctl drop`.
struct DropCommand {
  private let content: Content
  private let target: Argument
  private let context: DropContext
  private let printsJSON: Bool

  private enum Content {
    case offer(Argument)
    case plan(OfferPlan)
    case move(OfferPlan)
  }

  init(_ invocation: Invocation) throws(Failure) {
    guard let target = invocation.value(of: DropVerb.on) else {
      throw .usage(
        translated("the target is missing"),
        hint: translated("Give --on TARGET; “dragctl targets” lists them."))
    }
    self.target = target
    let operation = try Self.operation(invocation)
    guard operation != .link || Remote.host == nil else {
      throw .addressesElsewhere(translated("a file here cannot be linked from another machine"))
    }
    context = DropContext(
      operations: operation.map { [$0] },
      index: try invocation.number(of: DropVerb.at, as: UInt32.self))
    printsJSON = invocation.has(.json)
    if let offer = try Self.offer(invocation) {
      content = .offer(offer)
    } else {
      var plan = try OfferPlan(
        invocation, inputIsTerminal: StandardStream.input.isTerminal,
        ifNothing: .usage(
          translated("nothing to drop"),
          hint: translated("Name a FILE or an OFFER, or give --text or standard input.")))
      try plan.findFolders()
      if operation == .move {
        try plan.checkMovable(MovingDrop.options)
        content = .move(plan)
      } else {
        content = .plan(plan)
      }
    }
  }

  private static func operation(_ invocation: Invocation) throws(Failure) -> Operation? {
    guard let text = try invocation.text(of: DropVerb.operation) else { return nil }
    guard let operation = Operation(rawValue: text) else {
      throw .usage(
        translated("--operation: “{text}” is not an operation", ["text": text]),
        hint: Suggestion.hint(
          for: text, among: Operation.allCases.map(\.rawValue),
          else: translated("Write copy, move or link.")))
    }
    return operation
  }

  /// The only operand, if it names an offer and no existing file.
  private static func offer(_ invocation: Invocation) throws(Failure) -> Argument? {
    guard invocation.operands.count == 1, let operand = invocation.operands.first,
      operand != "-"
    else { return nil }
    let isPath = Identifier(offerPath: operand.text) != nil
    guard isPath || (try? FileStatus.of(path: operand.bytes)) == nil else { return nil }
    guard (try? Naming.offer(operand)) != nil else {
      throw Failure(
        .other,
        translated(
          "“{operand}” is neither a file that is there nor the id of an offer",
          ["operand": operand.text]))
    }
    for flag in [OfferVerb.text, OfferVerb.type, OfferVerb.name] where invocation.has(flag) {
      throw .usage(translated("--{flag} does not go with an OFFER", ["flag": flag.name]))
    }
    return operand
  }

  func run() throws(Failure) {
    Interruption.install()
    let connection = try VerbSession.connect()
    let target = try connection.target(named: target)
    let result: DropResult
    switch content {
    case .offer(let argument):
      result = try drop(try connection.offer(named: argument), on: target, connection)
    case .plan(let plan):
      var folders: [UInt32: FolderSnapshot] = [:]
      var publication = try publication(plan, &folders, for: target, connection)
      guard folders.isEmpty else {
        let drop = try FolderDrop(folders, connection)
        return try report(try drop.run(publication, on: target, context), target)
      }
      let offer = try publication.publish(on: connection)
      result = try drop(offer, on: target, connection)
      // The offer would go with this connection; a program that looks right afterwards must not see it.
      if let withdrawal = try? BrokerCall<Void>.withdraw(offer) { connection.post(withdrawal) }
      connection.bus.flush()
    case .move(let plan):
      let drop = try MovingDrop(plan, connection)
      result = try drop.run(on: target, context)
    }
    try report(result, target)
  }

  /// Offers items for the target only; the offer goes with this program.
  private func publication(
    _ plan: OfferPlan, _ folders: inout [UInt32: FolderSnapshot], for target: Identifier,
    _ connection: BrokerConnection
  ) throws(Failure) -> RemainingOffer {
    var items = try SourceContents(isSensitive: false, verb: "drop").items(plan, &folders)
    var options = OfferOptions()
    options.isPrivate = true
    options.linger = 0
    if try wantsAddresses(target, connection) {
      options.operations = [.copy, .link]
    } else {
      for index in items.indices { items[index].dropAddress() }
    }
    return RemainingOffer(items, options)
  }

  /// Whether the target wants addresses. To the MIME database a list of addresses is plain text, so a target for texts
  /// would take it for the content.
  private func wantsAddresses(
    _ target: Identifier, _ connection: BrokerConnection
  ) throws(Failure) -> Bool {
    if Remote.host != nil { return false }
    if context.operations == [.link] { return true }
    let properties = try connection.ask { () throws(RequestError) in
      try .properties(ofTarget: target)
    }
    return properties.types.contains { MIMEType($0) == .uriList }
  }

  private func drop(
    _ offer: Identifier, on target: Identifier, _ connection: BrokerConnection
  ) throws(Failure) -> DropResult {
    try connection.ask(timeout: nil) { () throws(RequestError) in
      try .drop(offer, on: target, context)
    } failure: {
      $0.code == .noReply ? Failure.lostDrop : Failure($0)
    }
  }

  private func report(_ result: DropResult, _ target: Identifier) throws(Failure) {
    if printsJSON {
      try Console.print(
        JSON.object([
          .init("target", .string(target.description)),
          .init("operation", .string(result.operation.rawValue)),
          .init("items", .number(UInt64(result.items))),
          .init("bytes", .number(result.bytes)),
        ]))
    } else {
      let size = Measure.bytes(result.bytes)
      try Console.print(result.operation.sentence(items: result.items, size: size) + "\n")
    }
  }
}

extension Failure {
  /// dragd ended before it answered.
  static let lostDrop = Failure(
    .incomplete,
    translated("dragd ended during the drop; what the target has kept is unknown"))
}

extension SourceItem {
  /// Removes the file's address, if its content is offered too.
  fileprivate mutating func dropAddress() {
    guard representations.count > 1 else { return }
    representations.removeAll { $0.type == .uriList }
  }
}

extension Operation {
  /// For people: what was done.
  func sentence(items: UInt32, size: String) -> String {
    switch self {
    case .copy:
      translated(
        count: items, one: "copied {count} item, {size}", other: "copied {count} items, {size}",
        ["size": size])
    case .move:
      translated(
        count: items, one: "moved {count} item, {size}", other: "moved {count} items, {size}",
        ["size": size])
    case .link:
      translated(
        count: items, one: "linked {count} item, {size}", other: "linked {count} items, {size}",
        ["size": size])
    }
  }
}
