internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// `dragctl drag`
enum DragVerb {
  static let andExit = Flag(
    "and-exit", formerShort: "x", help: "end once one of them was dragged, and take the others away"
  )
  static let stdin = Flag(
    "stdin", short: "I", help: "also the files that standard input names, one a line")

  static let verb = Verb(
    "drag", summary: "put files on the shelf, to be dragged with the pointer",
    operands: .init("[FILE…]", most: nil, completes: .files),
    description: """
      The shelf is a small window (dragboard(1), “shelf”), which opens if it is not there; a later
      call adds to it. It shows a tile for each FILE, and for several one more that is all of them. No
      FILE, or -, is the content of standard input. dragctl stays until all its tiles are gone, and
      when it ends they go.
      """,
    flags: [OfferVerb.type, OfferVerb.text, OfferVerb.name, OfferVerb.label, stdin, andExit],
    examples: [
      .init("dragctl drag photo.png", "a file"),
      .init("dragctl drag --and-exit *.pdf", "several, one by one or together, for one drag"),
      .init("fd -e mkv | dragctl drag --stdin", "the files that another program finds"),
      .init("date | dragctl drag", "what a pipeline prints"),
    ]
  ) { invocation throws(Failure) in
    let names = invocation.has(stdin) ? try DragCommand.readNames() : []
    try DragCommand(invocation, naming: names).run()
  }
}

/// A call of `dragctl drag`.
struct DragCommand {
  private let plan: OfferPlan
  private let options: OfferOptions
  private let endsAfterDrag: Bool

  /// The most bytes of names that dragctl reads.
  private static let longestNames = 1 << 20

  /// - Parameter names: of further files, which standard input has.
  init(_ invocation: Invocation, naming names: [Argument]) throws(Failure) {
    var invocation = invocation
    guard !invocation.has(DragVerb.stdin) || !invocation.operands.contains("-") else {
      throw .usage(
        translated("--stdin reads names from standard input, so “-” cannot be its content"))
    }
    guard try invocation.text(of: OfferVerb.text) != "" else {
      throw .usage(
        translated("--text is empty"), hint: translated("Give the text that a program is to get."))
    }
    for name in names { invocation.add(.operand(name)) }
    endsAfterDrag = invocation.has(DragVerb.andExit)
    let readsNames = invocation.has(DragVerb.stdin)
    plan = try OfferPlan(
      invocation, inputIsTerminal: readsNames || StandardStream.input.isTerminal,
      ifNothing: readsNames
        ? Failure(.notFound, translated("standard input names no file"))
        : .usage(
          translated("nothing to drag"),
          hint: translated("Name a FILE, or give --text, --stdin or standard input."))
    )
    var options = OfferOptions()
    options.isPrivate = true
    options.label = try invocation.text(of: OfferVerb.label)
    // The tiles go with dragctl, and so does the content.
    options.linger = 0
    self.options = options
  }

  /// The names on standard input.
  static func readNames() throws(Failure) -> [Argument] {
    let bytes = try mapError { () throws(SystemError) in
      try StandardStream.input.duplicate().readToEnd(limit: longestNames)
    } to: { error in
      Failure(.other, translated("standard input: {reason}", ["reason": error.reason]))
    }
    guard let bytes else {
      throw Failure(
        .other,
        translated(
          "standard input has more than {count} MiB of names",
          ["count": longestNames >> 20]))
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { name in
      // Here a file of that name, not the content of standard input, which has been read.
      Argument(name.elementsEqual("-".utf8) ? Array("./-".utf8) : Array(name))
    }
  }

  func run() throws(Failure) {
    let items = try SourceContents(isSensitive: false, verb: "drag").items(plan)
    let connection = try VerbSession.connect()
    var publication = RemainingOffer(items, options)
    var ended: (broker: String?, failure: Failure)?
    while true {
      let offer = try publication.publish(on: connection)
      if let ended, ended.broker == connection.owner { throw ended.failure }
      let wasDragged: Bool
      do throws(RequestError) {
        wasDragged = try add(offer, connection)
      } catch {
        guard error.code == .broker(.stateUnavailable) else { throw Failure(ofShelf: error) }
        // That dragd has ended, and the tiles with it: they come back with the next one.
        ended = (connection.owner, Failure(ofShelf: error))
        continue
      }
      guard wasDragged || !endsAfterDrag else {
        throw Failure(.incomplete, translated("nothing was dragged"))
      }
      return
    }
  }

  /// Returns when the tiles are gone, whether one of them was dragged.
  private func add(
    _ offer: Identifier, _ connection: BrokerConnection
  ) throws(RequestError) -> Bool {
    let token = Environment["XDG_ACTIVATION_TOKEN"].map { String(decoding: $0, as: UTF8.self) }
    let call = AddToShelfCall(
      offer: offer, endsAfterDrag: endsAfterDrag, activationToken: token)
    return try connection.perform(.addToShelf(call), timeout: nil)
  }
}

extension Failure {
  init(ofShelf error: RequestError) {
    switch error.code {
    case .noBroker:
      self = .absence(
        translated(
          "the shelf is not there, and the bus cannot start it: {reason}", ["reason": error.message]
        ),
        hint: translated(
          "It is dragboard's: is it installed, and are WAYLAND_DISPLAY or DISPLAY set?"))
    case .noReply, .disconnected:
      self.init(
        .unavailable, translated("the shelf has ended: {reason}", ["reason": error.message]))
    case .broker, .noSessionBus, .deniedByBus, .unsupported, .malformedReply, .other:
      self.init(error)
    }
  }
}
