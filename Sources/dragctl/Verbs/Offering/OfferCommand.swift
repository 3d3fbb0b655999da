internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// A call of `dragctl offer`.
struct OfferCommand {
  private let plan: OfferPlan
  private let options: OfferOptions
  private let detaches: Bool
  private let printsJSON: Bool
  private let style: Progress.Style

  init(_ invocation: Invocation) throws(Failure) {
    var plan = try OfferPlan(invocation, inputIsTerminal: StandardStream.input.isTerminal)
    try plan.findFolders()
    self.plan = plan
    var options = try OfferOptions(invocation)
    if Remote.host != nil {
      options.operations.removeAll { $0 == .link }
      guard !options.operations.isEmpty else {
        throw .addressesElsewhere(
          translated("a file here cannot be linked from another machine"))
      }
    }
    self.options = options
    if options.canMove { try plan.checkMovable(options) }
    detaches = invocation.has(OfferVerb.detach)
    printsJSON = invocation.has(.json)
    let when = try invocation.progress()
    style = detaches ? .hidden : Progress.Style(when, hasRoom: true)
    try OutputPlace.checkStandardOutput(
      hint: translated("The offer's id is printed there; without it nobody can end the offer."))
  }

  /// Whether the offer ends with this program.
  private var stays: Bool { plan.isLazy || options.isSensitive || options.canMove }

  func run() throws(Failure) {
    guard stays else {
      // Without SIGPIPE, so that an offer whose id has no reader can be withdrawn.
      Interruption.ignoreBrokenPipes()
      let items = try SourceContents(isSensitive: false).items(plan)
      let connection = try VerbSession.connect()
      var publication = RemainingOffer(items, options.labelled(by: items))
      let id = try publication.publish(on: connection)
      connection.tellWatch(of: id)
      do throws(Failure) {
        return try announce(id, items)
      } catch {
        // Held content would stay although the command has failed, and a private offer under an id that nobody knows.
        try? connection.ask { () throws(RequestError) in try .withdraw(id) }
        throw error
      }
    }
    try stay(detaching: detaches ? try VerbSession.continueInBackground() : nil)
  }

  private func stay(detaching ready: consuming Background.Ready?) throws(Failure) {
    // The reader of standard error may end before this program.
    Interruption.ignoreBrokenPipes()
    guard options.canMove else {
      var folders: [UInt32: FolderSnapshot] = [:]
      let items = try SourceContents(isSensitive: options.isSensitive).items(plan, &folders)
      let connection = try VerbSession.connect()
      let publication = RemainingOffer(items, options.labelled(by: items))
      return try serve(items, publication, folders, nil, on: connection, detaching: ready)
    }
    let contents = try MovableContents(plan)
    // Before interruptions are held, because connecting may take long.
    let connection = try VerbSession.connect()
    let moving = try MovingSource(contents.files)
    do throws(Failure) {
      let publication = RemainingOffer(contents.items, options.labelled(by: contents.items))
      try serve(contents.items, publication, [:], moving, on: connection, detaching: ready)
    } catch {
      // Reports the failure first, then moves that are not settled.
      Console.report(error)
      try moving.close()
      throw Failure(error.status, "")
    }
    try moving.close()
  }

  private func serve(
    _ items: [SourceItem], _ publication: RemainingOffer, _ folders: [UInt32: FolderSnapshot],
    _ moving: MovingSource?, on connection: BrokerConnection,
    detaching ready: consuming Background.Ready?
  ) throws(Failure) {
    let source = try CommandSource(connection, plan, publication, folders, moving, style)
    let id = try source.publish()
    connection.tellWatch(of: id)
    try announce(id, items)
    if let ready {
      try VerbSession.detach(ready)
    }
    try source.run()
    // The last reply must not be lost with the connection.
    connection.bus.flush()
  }

  private func announce(_ id: Identifier, _ items: [SourceItem]) throws(Failure) {
    if printsJSON {
      try Console.print(
        JSON.object([.init("id", .string("\(id)")), .init("path", .string(id.offerPath))]))
    } else {
      try Console.print("\(id)\n")
    }
    guard StandardStream.error.isTerminal, !printsJSON else { return }
    if let command = acceptCommand(id, items) {
      Console.note(translated("To take it: {command}", ["command": command]))
    }
    if stays, !detaches { Console.note(translated("Ctrl-C withdraws it.")) }
  }

  /// A command that takes all of it, as it stands; nil for an offer that dragctl cannot take.
  private func acceptCommand(_ id: Identifier, _ items: [SourceItem]) -> String? {
    // Nobody finds a private offer by a part of its id.
    let name = options.isPrivate ? id.description : String(id.description.prefix(8))
    if options.operations.contains(.copy) {
      let isText = items.count == 1 && items[0].attributes.name == nil && items[0].isText
      return "dragctl accept \(name)" + (isText ? "" : " -o .")
    }
    return options.operations.contains(.move) ? "dragctl accept \(name) --move -o ." : nil
  }
}

extension SourceItem {
  /// Whether a terminal shows the content. Without a stated type, dragd takes what is UTF-8 for text.
  fileprivate var isText: Bool {
    guard let first = representations.first else { return false }
    if let type = first.type { return type.type == "text" }
    guard case .data(let bytes) = first.content else { return false }
    return String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
  }
}
