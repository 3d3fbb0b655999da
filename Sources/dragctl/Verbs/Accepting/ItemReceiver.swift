internal import CommandLineArguments
internal import DesktopTypes
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// Receives items, one after the other.
final class ItemReceiver {
  let place: OutputPlace
  let force: Bool
  let style: Progress.Style
  let printsPaths: Bool
  private let operation: Operation
  private let asked: Preservation
  /// The attributes of files that are kept, of this source.
  var preservation: Preservation { asked.following(rules.names) }
  /// Whether the archive of a folder stays a file.
  let keepsArchives: Bool
  /// Whether a list of addresses is what the person wants.
  private let wantsAddresses: Bool
  /// Names in the folder that this run has used already.
  private(set) var used = UsedNames()
  private(set) var results: [JSON] = []
  /// How far the source is followed in what it says of names and links.
  private(set) var rules = TreeRules()
  /// What becomes of links and unreadable things in folders of this machine.
  var folderOptions = FolderOptions()
  /// Whether text on standard output ends with a newline of its own.
  var endsLine = false

  /// - Parameters:
  ///   - types: that the person names.
  ///   - printsPaths: whether to print where each file in a folder went.
  init(
    _ operation: Operation, _ preservation: Preservation = .usual, types: [String],
    keepsArchives: Bool = false, place: OutputPlace, force: Bool, style: Progress.Style,
    printsPaths: Bool
  ) {
    self.keepsArchives = keepsArchives || MIMEType.namesArchive(types) || !place.keepsFiles
    wantsAddresses = OfferedAddress.isWanted(types) || !place.keepsFiles
    self.operation = operation
    asked = preservation
    self.printsPaths = printsPaths
    self.place = place
    self.force = force
    self.style = style
  }

  /// - Parameters:
  ///   - isFromOwn: whether a program of the user outside of any sandbox has offered the items.
  ///   - allowsLinks: whether links may then lead out of a folder.
  func follow(_ isFromOwn: Bool, allowsLinks: Bool) {
    rules = TreeRules(
      names: isFromOwn ? .exact : .safe, allowsOuterLinks: isFromOwn && allowsLinks)
  }

  func receive(_ accepted: AcceptedPart, _ cancellable: inout CancellableTransfer) throws(Failure) {
    let isFolder = accepted.type.isFolder && !keepsArchives
    guard operation != .move else {
      if isFolder { try refuseFolder(accepted, cancellable.connection) }
      return try receiveMove(accepted, &cancellable)
    }
    if isFolder { return try receiveFolder(accepted, &cancellable) }
    cancellable.setTransfer(accepted.transfer)
    do throws(Failure) {
      let name = accepted.fileName(rules.names)
      var output = try Output(place, suggestion: name.bytes, force: force)
      try output.open { () throws(Failure) in try cancellable.pause() }
      var display = ProgressDisplay(accepted.name ?? accepted.type.description, style: style)
      let bytes: UInt64
      do throws(Failure) {
        bytes = try copy(accepted, to: output, &cancellable, &display)
        if let transfer = accepted.transfer { try finish(transfer, cancellable) }
      } catch {
        display.clear()
        throw error
      }
      output.keep(accepted.file, operation, preservation)
      let path = try output.commit(avoiding: used)
      display.finish()
      if let path {
        tell(name, path)
        if preservation.removesExecutable(accepted.file, operation) {
          let words = translated("without the right to be run, which --preserve keeps")
          Console.note("\(Argument(path).text): \(words)")
        }
      }
      try report(accepted, bytes: bytes, path: path)
      if endsLine, !place.keepsFiles, !StandardStream.output.isTerminal,
        TypeDatabase.shared.isKindOfText(accepted.type)
      {
        try Console.print("\n")
      }
    } catch {
      if let transfer = accepted.transfer { cancel(transfer, error, cancellable.connection) }
      throw error
    }
  }

  /// Says that a name could not be kept. With --output FILE the person has chosen the name.
  func tell(_ name: GivenName, _ path: [UInt8]) {
    guard place.takesSeveral, let words = name.words else { return }
    Console.note("\(Argument(path).text): \(words)")
  }

  /// Keeps a copy of a file of this machine under its own name. For a move, the content of the copy is on the disk when
  /// this returns.
  func keep(
    _ source: borrowing OwnedFileDescriptor, name own: [UInt8], item: UInt32,
    _ cancellable: inout CancellableTransfer
  ) throws(Failure) {
    let name = Argument(own).text
    var output = try Output(place, suggestion: own, force: force)
    try output.open { () throws(Failure) in try cancellable.pause() }
    var display = ProgressDisplay(name, style: style)
    let status = try mapError { () throws(SystemError) in
      try FileStatus(of: source)
    } to: {
      Failure(.other, "\(name): \($0.reason)")
    }
    let bytes: UInt64
    do throws(Failure) {
      bytes = try StreamCopy(size: status.size, isCautious: false).run(
        source, to: output, &cancellable, &display)
      guard bytes == status.size else {
        throw Failure(.incomplete, translated("{name} has changed meanwhile", ["name": name]))
      }
      if operation == .move { try output.synchronize() }
    } catch {
      display.clear()
      throw error
    }
    // It is the user's own file, as for cp(1).
    output.keep(FileAttributes(status, name: own), operation, asked.following(.exact))
    let path = try output.commit(avoiding: used)
    display.finish()
    try record(
      [
        .init("item", .number(UInt64(item))), .init("name", .string(name)),
        .init("bytes", .number(bytes)),
      ], path)
  }

  func copy(
    _ accepted: AcceptedPart, to output: borrowing Output, _ cancellable: inout CancellableTransfer,
    _ display: inout ProgressDisplay
  ) throws(Failure) -> UInt64 {
    guard !wantsAddresses, accepted.type.essence == MIMEType.uriList.essence else {
      return try copy(accepted, to: output, &cancellable, &display, admits: nil)
    }
    let address = OfferedAddress()
    return try mapError { () throws(Failure) in
      try copy(accepted, to: output, &cancellable, &display, admits: address.admits)
    } to: {
      address.address == nil ? $0 : address.failure
    }
  }

  private func copy(
    _ accepted: AcceptedPart, to output: borrowing Output, _ cancellable: inout CancellableTransfer,
    _ display: inout ProgressDisplay, admits: (([UInt8]) -> Bool)?
  ) throws(Failure) -> UInt64 {
    let streamCopy = StreamCopy(size: accepted.size, isCautious: place.isCautious, admits: admits)
    switch accepted.content {
    case .data(let data):
      let bytes = try streamCopy.write(data, to: output)
      display.update(bytes: bytes, size: bytes)
      return bytes
    case .descriptor(let source):
      return try streamCopy.run(source.descriptor, to: output, &cancellable, &display)
    case .later:
      guard let transfer = accepted.transfer else {
        throw Failure(.other, translated("dragd's reply to Accept has no content"))
      }
      let file = try content(of: transfer, accepted.type, cancellable)
      return try streamCopy.run(file.descriptor, to: output, &cancellable, &display)
    }
  }

  /// The content of a transfer whose reply to Accept did not have it.
  func content(
    of transfer: Identifier, _ type: MIMEType, _ cancellable: CancellableTransfer
  ) throws(Failure) -> SharedDescriptor {
    return try mapError { () throws(Failure) in
      try cancellable.perform { () throws(RequestError) in
        try .receive(type, of: transfer)
      }
    } to: {
      $0.code == .noSuchTransfer || $0.brokerHasEnded ? Self.lost : $0
    }
  }

  /// Calls Finish: dragd says whether the content is complete.
  func finish(_ transfer: Identifier, _ cancellable: CancellableTransfer) throws(Failure) {
    do throws(Failure) {
      _ = try cancellable.perform { () throws(RequestError) in try .finish(transfer) }
    } catch {
      let isLost = error.code == .noSuchTransfer || error.status == .unavailable
      throw isLost ? Self.lost : error
    }
  }

  /// A dragd that has taken the place of an ended one knows of no transfer.
  private static let lost = Failure(.incomplete, translated("dragd ended during the transfer"))

  /// Tells dragd, and the source through it, the reason; an ended transfer ignores it.
  func cancel(_ transfer: Identifier, _ failure: Failure, _ connection: BrokerConnection) {
    guard let request = try? BrokerCall<Void>.cancel(transfer, reason: failure.message) else {
      return
    }
    _ = try? connection.perform(request, timeout: 1000)
  }

  /// - Parameter more: further members of the JSON object.
  func report(
    _ accepted: AcceptedPart, bytes: UInt64, path: [UInt8]?, more: [JSON.Member] = []
  ) throws(Failure) {
    try record(
      [
        .init("item", .number(UInt64(accepted.item))),
        .init("type", .string(accepted.type.description)),
        .init("name", .string(accepted.name)),
        .init("bytes", .number(bytes)),
      ], path, more)
  }

  /// Records the path for `--json`, and the name so that later items avoid it.
  func record(
    _ item: [JSON.Member], _ path: [UInt8]?, _ more: [JSON.Member] = []
  ) throws(Failure) {
    if let path, let name = AbsolutePath.lastComponent(path) { used.insert(name) }
    if let path, printsPaths, place.takesSeveral {
      // A terminal shows no control characters of a name.
      let shown =
        StandardStream.output.isTerminal ? Array(Printable.line(Argument(path).text).utf8) : path
      try Console.print(shown + [UInt8(ascii: "\n")])
    }
    results.append(.object(item + [.init("path", .string(path.map { Argument($0).text }))] + more))
  }
}

extension AcceptedPart {
  /// The name for a file in a folder: the suggested one if there is one.
  func fileName(_ rule: FileName.Rule) -> GivenName {
    type.isFolder
      ? GivenName(ofArchive: name, file.name, rule)
      : GivenName(ofFile: name, file.name, type: type, rule)
  }
}
