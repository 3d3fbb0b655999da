internal import CommandLineArguments
internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// A call of `dragctl copy`.
struct CopyCommand {
  private let subject: Subject
  private let selection: ClipboardSelection
  private let cut: Bool
  private let clearsAfter: Milliseconds?
  private let staysInForeground: Bool

  private enum Subject {
    case nothing
    case offer(Argument)
    case contents(OfferPlan, OfferOptions, trimsNewline: Bool)
  }

  init(_ invocation: Invocation) throws(Failure) {
    selection = ClipboardSelection(invocation)
    cut = invocation.has(CopyVerb.cut)
    clearsAfter = try invocation.duration(of: CopyVerb.clearAfter)
    staysInForeground = invocation.has(CopyVerb.foreground)
    subject = try Self.subject(invocation, clearsAfter)
  }

  private static func subject(
    _ invocation: Invocation, _ clearsAfter: Milliseconds?
  ) throws(Failure) -> Subject {
    if invocation.has(CopyVerb.clear) {
      guard invocation.operands.isEmpty else {
        throw .usage(
          translated(
            "--clear empties the clipboard, so it takes no “{word}”",
            ["word": invocation.operands[0].text]))
      }
      if let flag = CopyVerb.contentFlags.first(where: invocation.has) {
        throw .usage(
          translated("--clear empties the clipboard, so it takes no --{flag}", ["flag": flag.name]))
      }
      return .nothing
    }
    for operand in invocation.operands where operand != "-" && isMissing(operand) {
      if invocation.operands.count == 1, (try? Naming.offer(operand)) != nil {
        return .offer(operand)
      }
      throw missing(operand, of: invocation.operands)
    }
    var options = OfferOptions()
    options.isPrivate = true
    options.isSensitive = invocation.has(CopyVerb.sensitive)
    options.linger = options.isSensitive ? 0 : options.linger
    options.label = try invocation.text(of: OfferVerb.label)
    options.uses = invocation.has(CopyVerb.once) ? 1 : 0
    // dragd and dragclip keep the time too: a killed dragctl cannot clear the clipboard. A copy that is cleared sooner
    // must not end before dragclip has it.
    options.expiresIn = clearsAfter.map { max($0.count, shortestExpiry) } ?? 0
    var plan = try OfferPlan(
      invocation, inputIsTerminal: StandardStream.input.isTerminal,
      ifNothing: .usage(
        translated("nothing to copy"),
        hint: translated("Name a FILE, or give --text, --rep, --exec or standard input.")))
    guard !invocation.has(CopyVerb.cut) || Remote.host == nil else {
      throw .addressesElsewhere(
        translated("--cut moves files of this machine, which another one cannot do"))
    }
    guard !invocation.has(CopyVerb.cut) || plan.items.allSatisfy(\.mayBeFile) else {
      throw .usage(
        translated("--cut is for files: only they can be moved"),
        hint: translated("Name each FILE, or give their list with --rep text/uri-list=FILE."))
    }
    // Only the file manager that pastes a cut folder can move it: an archive would stay a copy.
    if !invocation.has(CopyVerb.cut) { try plan.findFolders() }
    return .contents(plan, options, trimsNewline: invocation.has(CopyVerb.trim))
  }

  private static func missing(_ operand: Argument, of operands: [Argument]) -> Failure {
    guard !operand.bytes.isEmpty else { return OfferPlan.emptyName }
    let text = translated("{path}: there is no such file", ["path": operand.text])
    if Identifier(operand.text) != nil || Identifier(offerPath: operand.text) != nil {
      return Failure(
        .other, text, hint: translated("The id of an OFFER stands alone: one is copied at a time."))
    }
    let words = operands.map(\.text).joined(separator: " ")
    return Failure(
      .other, text,
      hint: translated(
        "A word is the name of a file. To copy it as text: dragctl copy --text {text}",
        ["text": CompletionWords.quoted(operands.allSatisfy(isMissing) ? words : operand.text)]))
  }

  /// The offer that a word names which is no file.
  private static func offer(
    _ operand: Argument, _ connection: BrokerConnection
  ) throws(Failure) -> Identifier {
    do throws(Failure) {
      return try connection.offer(named: operand)
    } catch {
      throw error.status == .notFound ? missing(operand, of: [operand]) : error
    }
  }

  /// In ms.
  private static let shortestExpiry: UInt64 = 1_000

  private static func isMissing(_ operand: Argument) -> Bool {
    do throws(SystemError) {
      return try FileStatus.of(path: operand.bytes) == nil
    } catch {
      // Opening the file reports what is wrong with it.
      return false
    }
  }

  func run() throws(Failure) {
    switch subject {
    case .nothing:
      try VerbSession.connect().askClipboard { () throws(RequestError) in
        try .clearClipboard(selection)
      }
    case .offer(let operand):
      let connection = try VerbSession.connect()
      let offer = try Self.offer(operand, connection)
      guard clearsAfter != nil || staysInForeground else {
        return try connection.askClipboard { () throws(RequestError) in
          try .copyToClipboard(call(offer))
        }
      }
      // The background has a connection of its own.
      connection.bus.close()
      try inBackground { ready throws(Failure) in try watch(offer, ready) }
    case .contents(let plan, let options, let trimsNewline):
      guard plan.isLazy || options.isSensitive || clearsAfter != nil || staysInForeground else {
        var folders: [UInt32: FolderSnapshot] = [:]
        let items = try contents(plan, options, trimsNewline, &folders)
        return try copy(RemainingOffer(items, options), on: try VerbSession.connect())
      }
      try inBackground { ready throws(Failure) in
        var folders: [UInt32: FolderSnapshot] = [:]
        let items = try contents(plan, options, trimsNewline, &folders)
        try serve(plan, RemainingOffer(items, options), folders, ready)
      }
    }
  }

  private func call(_ offer: Identifier) -> CopyCall {
    switch subject {
    case .contents(_, let options, _):
      // Content that can be pasted once, or for a time, must not outlive that in the history.
      return CopyCall(
        offer: offer, selection: selection, cut: cut, withdraw: true,
        remember: options.uses == 0 && clearsAfter == nil && !options.isSensitive)
    case .nothing, .offer: return CopyCall(offer: offer, selection: selection, cut: cut)
    }
  }

  /// - Parameter folders: gets what is in each folder, by item.
  private func contents(
    _ plan: OfferPlan, _ options: OfferOptions, _ trimsNewline: Bool,
    _ folders: inout [UInt32: FolderSnapshot]
  ) throws(Failure) -> [SourceItem] {
    var items = try SourceContents(
      isSensitive: options.isSensitive, trimsNewline: trimsNewline, takesBareAddresses: true,
      // The program that pastes a cut moves the files themselves; what is secret is copied nowhere.
      snapshots: cut || options.isSensitive ? nil : FileSnapshots(), verb: "copy"
    ).items(plan, &folders)
    // The address comes first, as for a folder that a file manager has copied: a program that can read the folder needs
    // no archive.
    for item in folders.keys {
      items[Int(item)].representations.sort { $0.type == .uriList && $1.type != .uriList }
    }
    return items
  }

  /// Held content needs no dragctl that stays.
  private func copy(
    _ publication: RemainingOffer, on connection: BrokerConnection
  ) throws(Failure) {
    var publication = publication
    let offer = try publication.publish(on: connection)
    do throws(Failure) {
      try connection.askClipboard { () throws(RequestError) in try .copyToClipboard(call(offer)) }
    } catch {
      // No other program knows of the offer.
      if let request = try? BrokerCall<Void>.withdraw(offer) {
        _ = try? connection.perform(request, timeout: 1000)
      }
      throw error
    }
  }

  private func serve(
    _ plan: OfferPlan, _ publication: RemainingOffer, _ folders: [UInt32: FolderSnapshot],
    _ ready: consuming Background.Ready?
  ) throws(Failure) {
    let connection = try VerbSession.connect()
    let source = try CommandSource(connection, plan, publication, folders, nil, .hidden)
    source.isCopy = true
    let offer = try source.publish()
    let watch = ClipboardWatch(connection, source.loop, call(offer), clearsAfter) {
      source.endOffer()
    }
    source.onRenewal = { watch.copyAgain($0) }
    try watch.start()
    try detach(ready)
    try source.run()
    connection.bus.flush()
    try watch.result.get()
  }

  /// dragctl watches the offer of another program only to clear the clipboard after the given time.
  private func watch(_ offer: Identifier, _ ready: consuming Background.Ready?) throws(Failure) {
    let connection = try VerbSession.connect()
    let loop = try VerbSession.makeLoop()
    connection.attach(to: loop)
    // No signal tells of an end of the bus.
    var isDisconnected = false
    connection.onDisconnect = { isDisconnected = true }
    let watch = ClipboardWatch(connection, loop, call(offer), clearsAfter) {}
    try watch.start()
    try detach(ready)
    while !watch.hasEnded, !isDisconnected { loop.turn(timeout: nil) }
    try watch.result.get()
    guard watch.hasEnded else { throw .disconnected }
  }

  private func inBackground(
    _ body: (consuming Background.Ready?) throws(Failure) -> Void
  ) throws(Failure) {
    Interruption.ignoreBrokenPipes()
    try body(staysInForeground ? nil : try VerbSession.continueInBackground())
  }

  private func detach(_ ready: consuming Background.Ready?) throws(Failure) {
    guard let ready else { return }
    try VerbSession.detach(ready)
  }
}
