internal import CommandLineArguments
internal import DesktopTypes
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Files that a file manager or dragctl has copied or cut.
struct PastedFiles {
  private let content: PastedContent
  private let connection: BrokerConnection
  private let deadline: Deadline

  /// A list with more is none that a person has made.
  private static let mostBytes = 4 << 20

  init(_ content: PastedContent, _ connection: BrokerConnection, deadline: Deadline) {
    self.content = content
    self.connection = connection
    self.deadline = deadline
  }

  /// An entry of a list.
  enum Entry {
    case file([UInt8])
    /// An address of something else than a file of this machine.
    case other([UInt8])

    var path: [UInt8]? {
      switch self {
      case .file(let path): path
      case .other: nil
      }
    }

    /// Whether it is a file of another machine.
    var isFileElsewhere: Bool {
      switch self {
      case .file: false
      case .other(let uri): FileURI.path(of: uri) != nil
      }
    }
  }

  /// What an item is.
  enum Part {
    case files([Entry])
    /// Content, to be accepted.
    case content(item: UInt32, name: String?)

    var entries: [Entry] {
      switch self {
      case .files(let entries): entries
      case .content: []
      }
    }

    var paths: [[UInt8]] { entries.compactMap(\.path) }

    /// The number of files and folders to paste.
    var count: Int {
      switch self {
      case .files: paths.count
      case .content: 1
      }
    }
  }

  /// Whether a copied offer has more than one item. Nothing is accepted to know that.
  func areSeveral() throws(Failure) -> Bool {
    let items: [Item<ShownRepresentation>] = try connection.ask(timeout: deadline.callTimeout) {
      () throws(RequestError) in
      try .items(of: content.offer, first: 0, count: 2)
    }
    return items.count > 1
  }

  /// - Parameter onlyLists: whether an item's list of files is wanted even if its content comes first.
  func parts(onlyLists: Bool) throws(Failure) -> [Part] {
    // What other programs copy is one item.
    guard content.isOwn else { return [.files(try entries(of: 0))] }
    var parts: [Part] = []
    for item in try connection.allItems(of: content.offer, timeout: deadline.callTimeout) {
      parts.append(try part(UInt32(parts.count), item, onlyLists))
    }
    return parts
  }

  private func part(
    _ index: UInt32, _ item: Item<ShownRepresentation>, _ onlyLists: Bool
  ) throws(Failure) -> Part {
    let types = item.representations.map(\.content.type)
    if onlyLists || PastedContent.isFileList(types) {
      let entries = try entries(of: index)
      // Of another machine's files there is nothing to paste here if there is only text beside their addresses.
      let areElsewhere =
        Remote.host != nil && entries.contains(where: \.isFileElsewhere)
        && types.allSatisfy { $0.namesFiles || $0.essence == "text/plain" }
      if onlyLists || areElsewhere || entries.contains(where: { $0.path != nil }) {
        return .files(entries)
      }
    }
    return .content(item: index, name: item.attributes.name)
  }

  private func entries(of item: UInt32) throws(Failure) -> [Entry] {
    let bytes = try LimitedContent(mostBytes: Self.mostBytes, excess: .refused).accept(
      content.offer, item: item, types: PastedContent.fileLists, connection, deadline: deadline)
    // Those of another machine are no files of this one, though it may have files of these names.
    let mayOpen = if Remote.host == nil { try !isFromSandbox() } else { false }
    return FileURI.uris(inList: bytes).compactMap { uri in
      if mayOpen, let path = FileURI.path(of: uri) { return .file(path) }
      // The first line of the other form is a word, which is no URI.
      return uri.contains(UInt8(ascii: ":")) ? .other(uri) : nil
    }
  }

  /// Whether the source of a copied offer may run in a sandbox. Then its addresses are no files to open or to move:
  /// they may be of files that it cannot open itself.
  private func isFromSandbox() throws(Failure) -> Bool {
    guard content.isCopiedOffer else { return false }
    return try connection.ask(timeout: deadline.callTimeout) { () throws(RequestError) in
      try .properties(of: content.offer)
    }.isFromSandbox
  }

  /// Throws for a file that is gone since: its path says nothing, and the history has nothing else.
  func checkPresent(_ entries: [Entry]) throws(Failure) {
    let gone = entries.compactMap(\.path).first { (try? FileStatus.of(path: $0)) ?? nil == nil }
    guard let gone else { return }
    throw Failure(
      .notFound,
      translated(
        "{path} is gone, and the history has only its address",
        ["path": Printable.line(Argument(gone).text)]))
  }

  /// Prints the paths, one a line, and an address without a path as it is.
  func print(_ entries: [Entry]) throws(Failure) {
    for entry in entries {
      let words =
        switch entry {
        case .file(let path): path
        case .other(let uri): uri
        }
      if StandardStream.output.isTerminal {
        try Console.print(Printable.line(Argument(words).text) + "\n")
      } else {
        try Console.print(words + [UInt8(ascii: "\n")])
      }
    }
  }

  /// The error for a list with an address that is no file of this machine; nil for any other list.
  func failure(_ entries: [Entry], moving: Bool) -> Failure? {
    let others = entries.compactMap { entry -> [UInt8]? in
      switch entry {
      case .file: nil
      case .other(let uri): uri
      }
    }
    guard let first = others.first else { return nil }
    let name = Printable.line(Argument(first).text)
    let what =
      others.count == 1
      ? translated("{name} is not a file of this machine", ["name": name])
      : translated(
        count: others.count - 1, one: "{name} and {count} other are not files of this machine",
        other: "{name} and {count} others are not files of this machine", ["name": name])
    let hint = translated("The list itself comes with: dragctl paste -t text/uri-list")
    return moving
      ? Failure(.refused, translated("{what}, so nothing was moved", ["what": what]), hint: hint)
      : Failure(
        .incomplete, translated("{what}, so not everything was pasted", ["what": what]), hint: hint)
  }

  /// - Parameter accept: accepts the content of an item.
  func copy(
    _ parts: [Part], to receiver: ItemReceiver, moving: Bool,
    accept: (UInt32) throws(Failure) -> AcceptedPart
  ) throws(Failure) {
    guard !moving || content.isCut else {
      throw Failure(
        .refused, translated("the files were copied, not cut"),
        hint: translated("Without --move they are copied here too.")
      )
    }
    let count = parts.reduce(0) { $0 + $1.count }
    guard count == 1 || receiver.place.takesSeveral else {
      throw .usage(
        translated("{count} files cannot be saved as one file", ["count": count]),
        hint: translated("Use --output FOLDER."))
    }
    if moving { try checkMovable(parts.flatMap(\.paths), to: receiver.place) }
    var cancellable = CancellableTransfer(connection, deadline: deadline)
    var item: UInt32 = 0
    for part in parts {
      switch part {
      case .content(let index, let name):
        do throws(Failure) {
          try receiver.receive(try accept(index), &cancellable)
        } catch {
          throw error.ofCopied(name)
        }
        item += 1
      case .files:
        for path in part.paths {
          try copy(path, item, to: receiver, moving: moving, &cancellable)
          item += 1
        }
      }
    }
  }

  private func copy(
    _ path: [UInt8], _ item: UInt32, to receiver: ItemReceiver, moving: Bool,
    _ cancellable: inout CancellableTransfer
  ) throws(Failure) {
    if moving, let name = try nameInPlace(path, receiver.place) {
      return try receiver.leave(name, item: item)
    }
    guard !isFolder(path) else {
      return try copy(folder: path, item, to: receiver, moving: moving, &cancellable)
    }
    let source = try open(path)
    guard moving else { return try keep(source, path, item, to: receiver, &cancellable) }
    let hold = try hold(source, path)
    defer { hold.release() }
    try keep(source, path, item, to: receiver, &cancellable)
    try synchronizeName(in: receiver.place)
    try remove(path, hold.file)
  }

  /// Holds a file, which another paste of the same list or an offer may be moving too.
  private func hold(
    _ file: borrowing OwnedFileDescriptor, _ path: [UInt8]
  ) throws(Failure) -> FileHold {
    let (status, place) = try mapError { () throws(SystemError) in
      (try FileStatus(of: file), try FilePlace(path: path))
    } to: {
      Failure(.other, "\(Argument(path).text): \($0.reason)")
    }
    let hold = try mapError { () throws(Refusal) in
      try connection.hold(status.identity, at: place, for: nil, timeout: VerbSession.timeout)
    } to: {
      Failure(.refused, $0.message)
    }
    // It may have moved away before it was held.
    guard (try? FileStatus.of(path: path))?.identity == status.identity else {
      hold.release()
      let name = AbsolutePath.lastComponent(path).map { Argument($0).text } ?? ""
      throw Failure(.incomplete, translated("{name} has changed meanwhile", ["name": name]))
    }
    return hold
  }

  /// The name of a file or folder that is where it is to be moved; nil for any other. Its copy could replace it, and
  /// would be removed in its place.
  private func nameInPlace(_ path: [UInt8], _ place: OutputPlace) throws(Failure) -> [UInt8]? {
    guard let name = AbsolutePath.lastComponent(path) else { return nil }
    if case .file(_, let wanted) = place, wanted != name { return nil }
    return try mapError { () throws(SystemError) in
      let folder = try Folder(path: AbsolutePath.folder(of: path))
      guard try folder.identity().key == Folder(path: place.parent).identity().key else {
        return nil
      }
      return try folder.status(of: name) == nil ? nil : name
    } to: {
      Failure(.other, "\(Argument(path).text): \($0.reason)")
    }
  }

  private func keep(
    _ source: borrowing OwnedFileDescriptor, _ path: [UInt8], _ item: UInt32,
    to receiver: ItemReceiver, _ cancellable: inout CancellableTransfer
  ) throws(Failure) {
    let name = AbsolutePath.lastComponent(path) ?? Array("file".utf8)
    try receiver.keep(source, name: name, item: item, &cancellable)
  }

  private func isFolder(_ path: [UInt8]) -> Bool {
    (try? FileStatus.of(path: path))?.kind == .directory
  }

  /// A rename moves a folder in one step, but only within one file system.
  private func checkMovable(_ paths: [[UInt8]], to place: OutputPlace) throws(Failure) {
    for path in paths where isFolder(path) {
      let text = Argument(path).text
      let (from, to) = try mapError { () throws(SystemError) in
        (try Folder(path: path).identity().device, try Folder(path: place.parent).identity().device)
      } to: {
        Failure(.other, "\(text): \($0.reason)")
      }
      guard from == to else {
        throw Failure(
          .refused,
          translated(
            "{text} is a folder on another file system, so nothing was moved", ["text": text]),
          hint:
            translated(
              "Its files could only be copied and deleted one by one: paste without --move, then delete it."
            )
        )
      }
    }
  }

  private func copy(
    folder path: [UInt8], _ item: UInt32, to receiver: ItemReceiver, moving: Bool,
    _ cancellable: inout CancellableTransfer
  ) throws(Failure) {
    guard let name = AbsolutePath.lastComponent(path) else {
      throw Failure(
        .refused, translated("{path} has no name, and is not pasted", ["path": Argument(path).text])
      )
    }
    guard moving else {
      return try receiver.keep(folder: path, name: name, item: item, &cancellable)
    }
    try receiver.rename(folder: path, name: name, item: item)
  }

  private func open(_ path: [UInt8]) throws(Failure) -> OwnedFileDescriptor {
    let text = Argument(path).text
    let file = try mapError { () throws(SystemError) in
      try FilePath.openRegularFile(path)
    } to: {
      Failure(.other, "\(text): \($0.reason)")
    }
    guard let file else {
      throw Failure(
        .other, translated("{text} is neither a file nor a folder", ["text": text]),
        hint: translated(
          "dragctl pastes files; the list itself comes with: dragctl paste -t text/uri-list"))
    }
    return file
  }

  /// Waits until the copy's name is on the disk: its content is.
  private func synchronizeName(in place: OutputPlace) throws(Failure) {
    try mapError { () throws(SystemError) in
      try Folder(path: place.parent).synchronize()
    } to: {
      Output.failure(place, $0)
    }
  }

  /// Removes the original, if it is still what was copied; the copy is on the disk by now.
  private func remove(_ path: [UInt8], _ copied: FileIdentity) throws(Failure) {
    let isSame = try mapError { () throws(SystemError) in
      guard let name = AbsolutePath.lastComponent(path) else { return true }
      if let status = try FileStatus.of(path: path), status.identity != copied { return false }
      try Folder(path: AbsolutePath.folder(of: path)).unlink(name)
      return true
    } to: {
      Self.unremoved(path, $0.reason)
    }
    guard !isSame else { return }
    let name = AbsolutePath.lastComponent(path).map { Argument($0).text } ?? ""
    throw Self.unremoved(path, translated("{name} has changed meanwhile", ["name": name]))
  }

  private static func unremoved(_ path: [UInt8], _ reason: String) -> Failure {
    Failure(
      .incomplete,
      translated(
        "{path} was copied, but cannot be removed: {reason}",
        ["path": Argument(path).text, "reason": reason]))
  }
}

extension Failure {
  /// The failure as the person knows it, who has copied a file and no offer.
  func ofCopied(_ name: String?) -> Failure {
    guard let name = name.map({ Printable.line($0) }) else { return self }
    var failure = self
    if code == .changed {
      failure.message = translated("{name} has changed since it was copied", ["name": name])
      failure.hint = translated("Copy it again.")
    } else if !message.contains(name) {
      failure.message = "\(name): \(message)"
    }
    return failure
  }
}
