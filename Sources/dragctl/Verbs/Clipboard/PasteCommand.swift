internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// A call of `dragctl paste`.
struct PasteCommand {
  private let types: [String]
  private let selection: ClipboardSelection
  private let history: UInt32?
  private let place: OutputPlace
  private let force: Bool
  private let operation: Operation
  private let preservation: Preservation
  private let action: Action
  private let deadline: Deadline
  private let style: Progress.Style
  private let printsJSON: Bool

  private enum Action {
    case paste
    case listTypes
    case watch(Argument)
  }

  init(_ invocation: Invocation) throws(Failure) {
    types = try invocation.texts(of: AcceptVerb.type)
    selection = ClipboardSelection(invocation)
    if let number = try invocation.text(of: PasteVerb.history).flatMap(Int.init), number < 1 {
      throw .usage(
        translated("--history: there is no entry {number}", ["number": number]),
        hint: translated("1 is the newest."))
    }
    history = try invocation.number(of: PasteVerb.history, as: UInt32.self)
    guard history == nil || selection == .clipboard else {
      throw .usage(
        translated("--history is that of the clipboard, so it does not go with --primary"))
    }
    guard !invocation.has(PasteVerb.listTypes) || invocation.value(of: AcceptVerb.output) == nil
    else {
      throw .usage(translated("--list-types prints the types, so it does not go with --output"))
    }
    force = invocation.has(AcceptVerb.force)
    operation = invocation.has(AcceptVerb.move) ? .move : .copy
    deadline = Deadline(try invocation.duration(of: AcceptVerb.timeout))
    printsJSON = invocation.has(.json)
    place = try OutputPlace(invocation.value(of: AcceptVerb.output), force: force)
    if place.keepsFiles { try place.checkWritable() }
    preservation = try Preservation(invocation, keepsFiles: place.keepsFiles)
    style = Progress.Style(
      try invocation.progress(), hasRoom: place.keepsFiles || !StandardStream.output.isTerminal)
    switch (invocation.has(PasteVerb.listTypes), invocation.value(of: PasteVerb.watch)) {
    case (true, .some): throw .usage(translated("--list-types and --watch contradict each other"))
    case (true, nil): action = .listTypes
    case (false, let command?):
      guard history == nil else {
        throw .usage(translated("--history and --watch contradict each other"))
      }
      guard !place.keepsFiles, operation == .copy else {
        throw .usage(
          translated(
            "--watch hands the content to its command, so it goes with neither --output nor --move")
        )
      }
      action = .watch(command)
    case (false, nil): action = .paste
    }
    guard operation != .move || place.keepsFiles else {
      throw .usage(
        translated(
          "--move needs --output with a file or folder: what is moved must be safe on a disk first")
      )
    }
    guard !printsJSON || place.keepsFiles || invocation.has(PasteVerb.listTypes) else {
      throw .usage(translated("--json needs --output FILE: standard output has the content"))
    }
  }

  func run() throws(Failure) {
    Interruption.install()
    Interruption.ignoreBrokenPipes()
    let connection = try VerbSession.connect()
    switch action {
    case .watch(let command):
      try PasteWatch(connection, selection, types, command).run()
    case .listTypes:
      try whileOffered { () throws(Failure) in
        let names = try content(connection).types.map(\.description)
        guard !printsJSON else { return try Console.print(JSON.strings(names)) }
        try Console.print(names.map { Printable.line($0) + "\n" }.joined())
      }
    case .paste:
      try whileOffered { () throws(Failure) in
        try paste(try content(connection, read: firstTypes), connection)
      }
    }
  }

  /// Says of an offer that has ended that it was the clipboard's.
  private func whileOffered(_ body: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) {
      try deadline.limit(body)
    } catch {
      guard error.code == .noSuchOffer, history == nil else { throw error }
      throw Failure(
        .notFound,
        translated(
          "nothing is on {selection} any more: the offer that was there has ended",
          ["selection": selection.name]))
    }
  }

  private func content(
    _ connection: BrokerConnection, read types: [MIMEType]? = nil
  ) throws(Failure) -> PastedContent {
    if let history {
      let entry = try connection.historyEntry(history, by: deadline)
      return PastedContent(offer: entry.offer, types: entry.types, isCut: false)
    }
    guard let current = try connection.currentClipboard(selection, read: types, by: deadline)
    else {
      throw Failure(
        .notFound, translated("nothing is on {selection}", ["selection": selection.name]))
    }
    return PastedContent(
      // The copied offer may have a file that has changed since.
      offer: current.keptOffer ?? current.offer,
      types: try connection.types(of: current, by: deadline),
      isCut: current.isCut, isOwn: current.isOwn,
      isCopiedOffer: current.isOwn && current.keptOffer == nil, serial: current.serial,
      kept: current.dataType.flatMap { type in current.data.map { (type, $0) } })
  }

  /// The types that Accept would choose before all others, because dragclip may have their bytes. Nil where more is
  /// needed than bytes.
  private var firstTypes: [MIMEType]? {
    guard !place.keepsFiles else { return nil }
    let names = types.isEmpty ? [MIMEType.utf8Text.description, "*/*"] : Array(types.prefix(1))
    return names.compactMap { MIMEType($0) }
  }

  private func paste(_ content: PastedContent, _ connection: BrokerConnection) throws(Failure) {
    if types.isEmpty, try pasteFiles(content, connection) { return }
    let wanted = types.isEmpty ? content.usualTypes : types
    if let (type, data) = content.kept, !wanted.isEmpty {
      let receiver = ItemReceiver(
        operation, preservation, types: wanted, place: place, force: force, style: style,
        printsPaths: !printsJSON)
      var cancellable = CancellableTransfer(connection, deadline: deadline)
      return try receiver.receive(
        AcceptedPart(
          transfer: nil, item: 0, type: type, size: UInt64(data.count), content: .data(data)),
        &cancellable)
    }
    do throws(Failure) {
      try acceptCommand(content, types: wanted).run(on: connection)
    } catch {
      guard content.isOwn, error.code == .changed else { throw error }
      let first = try? connection.ask { () throws(RequestError) in
        try .items(of: content.offer, first: 0, count: 1)
      }.first
      throw error.ofCopied(first?.attributes.name)
    }
  }

  /// Pastes the items one by one if there are lists of files among them; returns false, with nothing done, if not.
  private func pasteFiles(
    _ content: PastedContent, _ connection: BrokerConnection
  ) throws(Failure) -> Bool {
    let moving = operation == .move
    // A cut file moves itself: its content is only there to be copied.
    let isList = content.isFileList || (moving && content.isCut && content.hasFileList)
    guard isList || (content.isOwn && place.keepsFiles) else { return false }
    let files = PastedFiles(content, connection, deadline: deadline)
    let parts = try files.parts(onlyLists: isList && (moving || !place.keepsFiles))
    let entries = parts.flatMap(\.entries)
    // A list of web addresses is text.
    guard parts.count > 1 || entries.contains(where: { $0.path != nil }) else { return false }
    guard place.keepsFiles else {
      try files.print(entries)
      return true
    }
    let failure = files.failure(entries, moving: moving)
    if moving, let failure { throw failure }
    let receiver = ItemReceiver(
      operation, preservation, types: types, place: place, force: force, style: style,
      printsPaths: !printsJSON)
    let accept = acceptCommand(content, types: types)
    try files.copy(parts, to: receiver, moving: moving) { item throws(Failure) in
      try accept.accept(content.offer, item, connection)
    }
    if moving { try clear(content, connection) }
    if printsJSON { try Console.print(JSON.array(receiver.results)) }
    if let failure { throw failure }
    return true
  }

  /// The files are no longer where the list says. What was copied while they were moved stays.
  private func clear(_ content: PastedContent, _ connection: BrokerConnection) throws(Failure) {
    guard try connection.currentClipboard(selection)?.serial == content.serial else { return }
    try connection.askClipboard { () throws(RequestError) in try .clearClipboard(selection) }
  }

  private func acceptCommand(_ content: PastedContent, types: [String]) -> AcceptCommand {
    AcceptCommand(
      content.offer, types: types, operation, preservation,
      to: place, force: force, deadline: deadline, style: style, printsJSON: printsJSON)
  }
}

/// The content to paste.
struct PastedContent {
  let offer: Identifier
  /// Best first.
  let types: [MIMEType]
  /// Whether the files are to be moved.
  let isCut: Bool
  /// Whether it is an offer that was put on the clipboard, which may have several items.
  var isOwn = false
  /// Whether `offer` is that offer itself, whose source may be any program.
  var isCopiedOffer = false
  /// dragclip's number of it; nil for an entry of the history.
  var serial: UInt64?
  /// The bytes that came with the reply, and their type.
  var kept: (type: MIMEType, data: [UInt8])?

  /// Lists of files, as file managers write them; the first is the better one.
  static let fileLists = ["text/uri-list", "x-special/gnome-copied-files"]

  /// Whether a program has copied files, not their content.
  var isFileList: Bool { Self.isFileList(types) }

  /// Whether a list of files comes before any content.
  static func isFileList(_ types: [MIMEType]) -> Bool {
    guard let first = types.first(where: { !$0.isPrivateToPortal }) else { return false }
    return fileLists.contains(first.essence)
  }

  var hasFileList: Bool { types.contains { Self.fileLists.contains($0.essence) } }

  /// The types without --type: text, then any other. Empty for the best type if there is a list of files, because the
  /// text is then only a path.
  var usualTypes: [String] {
    hasFileList ? [] : ["text/plain;charset=utf-8", "text/plain", "*/*"]
  }
}

extension MIMEType {
  /// A capability for one program's files, which says nothing to others.
  fileprivate var isPrivateToPortal: Bool { essence.hasPrefix("application/vnd.portal.") }
}
