internal import CommandLineArguments
internal import DesktopTypes
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// A call of `dragctl paste`.
struct PasteCommand {
  private let types: [String]
  private let selection: ClipboardSelection
  private let history: EntryName?
  private let place: OutputPlace
  private let force: Bool
  private let operation: Operation
  private let preservation: Preservation
  private let folderOptions: FolderOptions
  private let action: Action
  private let deadline: Deadline
  private let style: Progress.Style
  private let printsJSON: Bool
  /// Whether text on standard output ends with a newline of its own, as from wl-paste.
  var endsLine = false

  private enum Action {
    case paste
    case listTypes
    case watch(Argument)
  }

  init(_ invocation: Invocation) throws(Failure) {
    types = try invocation.texts(of: AcceptVerb.type).flatMap(TargetName.types)
    selection = ClipboardSelection(invocation)
    if let number = try invocation.text(of: PasteVerb.history).flatMap(Int.init), number < 1 {
      throw .usage(
        translated("--history: there is no entry {number}", ["number": number]),
        hint: translated("1 is the newest."))
    }
    history = try invocation.value(of: PasteVerb.history).map { value throws(Failure) in
      try EntryName(value)
    }
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
    preservation = try Preservation(invocation, keepsFiles: place.keepsFiles)
    folderOptions = try FolderFlags.options(invocation)
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
    if case .paste = action { try place.checkWritable() }
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
        let names = try content(connection).names
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
      isCut: current.isCut, targets: current.targets, isOwn: current.isOwn,
      isCopiedOffer: current.isOwn && current.keptOffer == nil,
      copied: current.isOwn ? current.offer : nil, serial: current.serial,
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
    if try pasteList(content, connection) { return }
    if types.isEmpty, try pasteFiles(content, connection) { return }
    let wanted = types.isEmpty ? try usualTypes(content) : types
    if let (type, data) = content.kept, wanted.contains(type.description) || !types.isEmpty {
      let receiver = ItemReceiver(
        operation, preservation, types: wanted, place: place, force: force, style: style,
        printsPaths: !printsJSON)
      receiver.endsLine = endsLine
      var cancellable = CancellableTransfer(connection, deadline: deadline)
      return try receiver.receive(
        AcceptedPart(
          transfer: nil, item: 0, type: type, size: UInt64(data.count), content: .data(data)),
        &cancellable)
    }
    if history != nil, place.takesSeveral, content.hasFileList {
      return try pasteFile(content, wanted, connection)
    }
    do throws(Failure) {
      try acceptCommand(content, types: wanted).run(on: connection)
    } catch {
      if error.code == .notAcceptable { throw Self.unacceptable(wanted, content) }
      guard content.isOwn, error.code == .changed else { throw error }
      let first = try? connection.ask { () throws(RequestError) in
        try .items(of: content.offer, first: 0, count: 1)
      }.first
      throw error.ofCopied(first?.attributes.name)
    }
  }

  private static func unacceptable(_ wanted: [String], _ content: PastedContent) -> Failure {
    let wanted = wanted.map { name in MIMEType(name).map(TargetName.shown) ?? name }
    return Failure(
      .nothingAcceptable,
      translated(
        "there is no {wanted}, only {types}",
        [
          "wanted": Printable.line(wanted.joined(separator: ", ")),
          "types": Printable.line(content.names.joined(separator: ", ")),
        ]))
  }

  /// The types without --type. The name of a file asks for that type: nothing else is written under it.
  private func usualTypes(_ content: PastedContent) throws(Failure) -> [String] {
    guard case .file(_, let bytes) = place, case let name = Argument(bytes).text,
      case let wished = WishedType(of: name), !wished.isEmpty
    else {
      // Of a file that was copied the history has the content first, which alone has the file's mode.
      let own = history != nil && content.hasFileList ? content.fileType : nil
      return own.map { [$0.description] } ?? content.usualTypes
    }
    guard let type = wished.choose(among: content.types) else {
      throw Failure(
        .nothingAcceptable,
        translated(
          "{name} would be {wished}, and there is {types}",
          [
            "name": name, "wished": wished.description,
            "types": Printable.line(content.shownTypes.joined(separator: ", ")),
          ]),
        hint: translated("To write another type into it all the same: --type TYPE"))
    }
    return [type.description]
  }

  /// Pastes the list of all files that dragctl has copied, as every program does: the addresses if they are asked for,
  /// and the paths of several files as text. Returns false, with nothing done, for anything else.
  private func pasteList(
    _ content: PastedContent, _ connection: BrokerConnection
  ) throws(Failure) -> Bool {
    guard content.isOfFiles, operation == .copy, types.isEmpty ? !place.keepsFiles : true,
      let form = CopiedList(types)
    else { return false }
    let files = PastedFiles(content, connection, deadline: deadline)
    // The text of one file is its content. Its list is not accepted before: it may be there for one paste only.
    if form == .paths, try !files.areSeveral() { return false }
    let parts = try files.parts(onlyLists: true)
    let list = form.bytes(parts.flatMap(\.entries), isCut: content.isCut)
    let receiver = ItemReceiver(
      operation, preservation, types: [form.type.description], place: place, force: force,
      style: style, printsPaths: !printsJSON)
    var cancellable = CancellableTransfer(connection, deadline: deadline)
    try receiver.receive(
      AcceptedPart(
        transfer: nil, item: 0, type: form.type, size: UInt64(list.count), content: .data(list)),
      &cancellable)
    if printsJSON { try Console.print(JSON.array(receiver.results)) }
    return true
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
    if Remote.host != nil, place.keepsFiles, parts.allSatisfy({ !$0.entries.isEmpty }),
      let failure = files.failure(entries, moving: moving)
    {
      throw failure
    }
    // A list of web addresses is text, one on a line, and a file of them keeps the list.
    let isText = !place.keepsFiles && !entries.isEmpty && content.textBeforeList == nil
    guard parts.count > 1 || isText || entries.contains(where: { $0.path != nil }) else {
      return false
    }
    if history != nil { try files.checkPresent(entries) }
    guard place.keepsFiles else {
      try files.print(entries)
      return true
    }
    let failure = files.failure(entries, moving: moving)
    if moving, let failure { throw failure }
    let receiver = ItemReceiver(
      operation, preservation, types: types, place: place, force: force, style: style,
      printsPaths: !printsJSON)
    receiver.folderOptions = folderOptions
    receiver.follow(
      isFromOwn(content, connection), allowsLinks: folderOptions.keepsOuterLinks)
    let accept = acceptCommand(content, types: types)
    try files.copy(parts, to: receiver, moving: moving) { item throws(Failure) in
      try accept.accept(content.offer, item, connection)
    }
    if moving { try clear(content, connection) }
    if printsJSON { try Console.print(JSON.array(receiver.results)) }
    if let failure { throw failure }
    return true
  }

  /// Whether a program of the user outside of any sandbox has offered what was copied. Nobody knows that of an offer
  /// that is over.
  private func isFromOwn(_ content: PastedContent, _ connection: BrokerConnection) -> Bool {
    guard Remote.host == nil, let copied = content.copied else { return false }
    let properties = try? connection.ask(timeout: deadline.callTimeout) {
      () throws(RequestError) in try .properties(of: copied)
    }
    return properties.map { !$0.isFromSandbox } ?? false
  }

  /// Pastes the content of a file that the history has kept, under the file's name.
  private func pasteFile(
    _ content: PastedContent, _ wanted: [String], _ connection: BrokerConnection
  ) throws(Failure) {
    let entries = try PastedFiles(content, connection, deadline: deadline)
      .parts(onlyLists: true).flatMap(\.entries)
    var part = try acceptCommand(content, types: wanted).accept(content.offer, 0, connection)
    part.name = entries.lazy.compactMap(\.path).compactMap(AbsolutePath.lastComponent).first
      .map { Argument($0).text }
    // The right to run it comes from the user's own programs only, the name from any.
    let receiver = ItemReceiver(
      operation, Remote.host == nil ? preservation.following(.exact) : preservation, types: wanted,
      place: place, force: force,
      style: style, printsPaths: !printsJSON)
    var cancellable = CancellableTransfer(connection, deadline: deadline)
    try receiver.receive(part, &cancellable)
    if printsJSON { try Console.print(JSON.array(receiver.results)) }
  }

  /// The files are no longer where the list says. What was copied while they were moved stays.
  private func clear(_ content: PastedContent, _ connection: BrokerConnection) throws(Failure) {
    guard try connection.currentClipboard(selection)?.serial == content.serial else { return }
    try connection.askClipboard { () throws(RequestError) in try .clearClipboard(selection) }
  }

  private func acceptCommand(_ content: PastedContent, types: [String]) -> AcceptCommand {
    var command = AcceptCommand(
      content.offer, types: types, operation, preservation,
      to: place, force: force, deadline: deadline, style: style, printsJSON: printsJSON)
    command.endsLine = endsLine
    return command
  }
}

/// The content to paste.
struct PastedContent {
  let offer: Identifier
  /// Best first.
  let types: [MIMEType]
  /// Whether the files are to be moved.
  let isCut: Bool
  /// The names of the types as the display has them, best first; nil for an entry of the history.
  var targets: [String]?
  /// Whether it is an offer that was put on the clipboard, which may have several items.
  var isOwn = false
  /// Whether `offer` is that offer itself, whose source may be any program.
  var isCopiedOffer = false
  /// The offer that was put on the clipboard, of which `offer` may be a copy.
  var copied: Identifier?
  /// dragclip's number of it; nil for an entry of the history.
  var serial: UInt64?
  /// The bytes that came with the reply, and their type.
  var kept: (type: MIMEType, data: [UInt8])?

  /// Lists of files, as file managers write them; the first is the better one.
  static let fileLists = ["text/uri-list", "x-special/gnome-copied-files"]

  /// Whether a program has copied files, not their content.
  var isFileList: Bool {
    let isOfProgram = !isOwn && targets != nil
    return TypeDatabase.shared.fileList(among: types, isBesideText: isOfProgram) != nil
  }

  /// Whether a list of files comes before any content.
  static func isFileList(_ types: [MIMEType]) -> Bool {
    TypeDatabase.shared.fileList(among: types) != nil
  }

  /// The text before a list of files, unless the list comes first. If the list has no file, the text is the content.
  var textBeforeList: MIMEType? {
    guard isFileList, let text = types.first(where: { $0.essence == "text/plain" }) else {
      return nil
    }
    return types.first { $0 == text || Self.fileLists.contains($0.essence) } == text ? text : nil
  }

  var hasFileList: Bool { types.contains { Self.fileLists.contains($0.essence) } }

  /// Whether dragctl has copied files: the display has a list of all of them.
  var isOfFiles: Bool { isOwn && targets?.contains(Self.fileLists[1]) == true }

  /// The types without --type: the one that everybody reads.
  var usualTypes: [String] {
    (textBeforeList ?? TypeDatabase.shared.main(among: types)).map { [$0.description] } ?? []
  }

  /// The type of a copied file beside the lists that name it.
  var fileType: MIMEType? { types.first { !$0.namesFiles } }

  /// The names that `paste --type` takes.
  var names: [String] {
    targets.map { $0.filter { !TargetName.isMetadata($0) } } ?? types.map(\.description)
  }

  /// The types for people.
  var shownTypes: [String] { types.map(TargetName.shown) }
}
