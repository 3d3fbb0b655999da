internal import CommandLineArguments
internal import DesktopTypes
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

/// Opens and reads the content of a plan.
struct SourceContents {
  /// Whether the content must never be on a disk.
  let isSensitive: Bool
  /// Whether standard input loses the newline that it ends with.
  var trimsNewline = false
  /// Whether the address is enough for a folder that cannot be archived.
  var takesBareAddresses = false
  /// Whether files are held as they are now, whatever becomes of them.
  var snapshots: FileSnapshots?
  /// The verb that was called, for hints.
  var verb = "offer"

  func items(_ plan: OfferPlan) throws(Failure) -> [SourceItem] {
    var folders: [UInt32: FolderSnapshot] = [:]
    return try items(plan, &folders)
  }

  /// - Parameter folders: gets what is in each folder of the plan, by item.
  func items(
    _ plan: OfferPlan, _ folders: inout [UInt32: FolderSnapshot]
  ) throws(Failure) -> [SourceItem] {
    // All files are open at once. A command must not inherit that limit (select(2)); with a command there is one item.
    if !plan.isLazy { ProcessLimits.raiseDescriptors() }
    var items: [SourceItem] = []
    for planned in plan.items {
      var item = SourceItem(attributes: ItemAttributes(name: planned.name), representations: [])
      var address: [UInt8]?
      for piece in planned.pieces {
        if case .folder(let path) = piece {
          folders[UInt32(items.count)] = try add(
            folder: path, plan.folderOptions, to: &item, address: &address)
        } else {
          try add(piece, to: &item, address: &address)
        }
      }
      if Remote.host != nil { try item.dropAddresses() }
      if let address, Remote.host == nil,
        !item.representations.contains(where: { $0.type == .uriList })
      {
        item.representations.append(Representation(type: .uriList, content: .data(address)))
      }
      items.append(item)
    }
    return items
  }

  private func add(
    _ piece: OfferPlan.Piece, to item: inout SourceItem, address: inout [UInt8]?
  ) throws(Failure) {
    switch piece {
    case .folder: preconditionFailure("a folder was added like a file")
    case .text(let text, let type):
      item.add(type, .data(Array(text.utf8)))
    case .command(_, let type, let size):
      item.add(type, .lazy(size: size))
    case .standardInput(let type), .representation("-", let type as MIMEType?):
      var input = try InputReader(isSensitive: isSensitive).standardInput()
      if type == nil { input = try MarkedText.utf8(of: input) }
      item.add(type, trimsNewline ? try TrailingNewline.removed(from: input) : input)
    case .representation(let path, let type):
      switch try open(path, isWord: false) {
      case .file(let file, _): item.add(type, .file(try held(file, path)))
      case .stream(let content), .made(let content): item.add(type, content)
      case .folder: throw Failure(.other, translated("{path}: is a folder", ["path": path.text]))
      }
    case .file(let path, let type):
      let absolute = try absolute(path)
      switch try open(path) {
      case .file(let file, let attributes):
        item.add(type, .file(try held(file, path)))
        item.attributes.file = attributes
        if item.attributes.name != nil { item.attributes.file.name = nil }
        address = FileURI.list(FileURI.uri(absolutePath: absolute))
        item.attributes.name = item.attributes.name ?? Self.name(absolute)
      case .made(let content):
        item.add(type, content)
        item.attributes.name = item.attributes.name ?? Self.name(absolute)
      case .stream(let content):
        // A pipe: neither its name nor its address is useful to others.
        item.add(type, content)
      case .folder:
        guard type == nil || type == .uriList else {
          throw .usage(
            translated(
              "{path} is a folder: its address is text/uri-list, and no other type",
              ["path": path.text]))
        }
        address = FileURI.list(FileURI.uri(absolutePath: absolute))
        item.attributes.name = item.attributes.name ?? Self.name(absolute)
      }
    }
  }

  private func held(
    _ file: SharedDescriptor, _ path: Argument
  ) throws(Failure) -> SharedDescriptor {
    guard let snapshots else { return file }
    return try mapError { () throws(SystemError) in
      try snapshots.take(of: file)
    } to: {
      Failure(.other, "\(path.text): \($0.reason)")
    }
  }

  /// Examines a folder, which is archived when a program accepts it.
  private func add(
    folder path: Argument, _ options: FolderOptions, to item: inout SourceItem,
    address: inout [UInt8]?
  ) throws(Failure) -> FolderSnapshot? {
    let absolute = try absolute(path)
    let name = Self.name(absolute)
    let isRenamed = item.attributes.name != nil
    item.attributes.name = item.attributes.name ?? name
    address = FileURI.list(FileURI.uri(absolutePath: absolute))
    do throws(FolderError) {
      let snapshot = try ScanLine.snapshot(
        of: path, name: Array((name ?? "folder").utf8), options: options)
      for left in snapshot.skipped {
        Console.note(
          translated("dragctl: left out: {reason}", ["reason": left.message]))
      }
      item.add(.folderArchive, .lazy(size: snapshot.archiveSize))
      item.attributes.file = FileAttributes(
        mode: snapshot.mode, modified: snapshot.modified.flatMap { UInt64(exactly: $0) },
        name: isRenamed ? nil : Self.exactName(absolute))
      return snapshot
    } catch {
      guard !takesBareAddresses || Remote.host != nil else {
        Console.note(
          translated(
            "dragctl: only the address of {path} can be pasted: {reason}",
            ["path": path.text, "reason": error.message]))
        return nil
      }
      throw Failure(error, of: path)
    }
  }

  private enum Opened {
    case file(SharedDescriptor, FileAttributes)
    /// The kernel has made the content for this read; another read would give other content.
    case made(SourceContent)
    case stream(SourceContent)
    case folder
  }

  /// - Parameter isWord: whether the person may have meant the word itself.
  private func open(_ path: Argument, isWord: Bool = true) throws(Failure) -> Opened {
    return try mapError { () throws(SystemError) in
      let file = try FilePath.openForReading(path.bytes) {
        Console.note(
          translated(
            "dragctl: waiting for a program that writes to {path}, which is a FIFO",
            ["path": path.text]))
      }
      let status = try FileStatus(of: file)
      let reader = InputReader(isSensitive: isSensitive)
      switch status.kind {
      case .regular, .symbolicLink:
        guard try file.isMadeWhenRead() else {
          let name = AbsolutePath.lastComponent(path.bytes)
          return .file(SharedDescriptor(file), FileAttributes(status, of: path, name))
        }
        return .made(try reader.read(file))
      case .directory: return .folder
      case .fifo, .socket, .characterDevice, .blockDevice, .unknown:
        return .stream(try reader.read(file))
      }
    } to: {
      Failure(
        .other, "\(path.text): \($0.reason)",
        hint: isWord && $0.isMissing ? meant(by: path.text) : nil)
    }
  }

  /// What the person may have meant by a word that is no file.
  private func meant(by word: String) -> String {
    let quoted = CompletionWords.quoted(word)
    if verb == "offer", let sign = word.firstIndex(of: "="), MIMEType(String(word[..<sign])) != nil
    {
      return translated(
        "For one representation of an item: dragctl offer --rep {rep}", ["rep": quoted])
    }
    return translated(
      "For the text itself: dragctl {verb} --text {text}", ["verb": verb, "text": quoted])
  }

  private func absolute(_ path: Argument) throws(Failure) -> [UInt8] {
    return try mapError { () throws(SystemError) in
      if AbsolutePath.hasParentComponent(path.bytes) { return try FilePath.resolved(path.bytes) }
      return AbsolutePath.lexical(
        path.bytes, workingDirectory: try FilePath.workingFolder())
    } to: {
      Failure(.other, "\(path.text): \($0.reason)")
    }
  }

  /// The last component as it is, where it is no UTF-8.
  private static func exactName(_ path: [UInt8]) -> [UInt8]? {
    AbsolutePath.lastComponent(path).flatMap {
      String(validating: $0, as: UTF8.self) == nil ? $0 : nil
    }
  }

  /// A name that dragd accepts: bytes that are not UTF-8 become U+FFFD, which is longer.
  private static func name(_ path: [UInt8]) -> String? {
    AbsolutePath.lastComponent(path).map { Argument($0).text.prefix(bytes: FileName.limit) }
  }
}

extension FileAttributes {
  /// Says what of the file's attributes does not go along.
  init(_ status: FileStatus, of path: Argument, _ name: [UInt8]?) {
    self.init(status, name: name)
    guard modified == nil else { return }
    Console.note(
      translated(
        "dragctl: {path}: its time is before 1970, and does not go along", ["path": path.text]))
  }
}

extension Failure {
  /// Why a folder cannot be offered, with all that it has and an archive cannot have.
  init(_ error: FolderError, of path: Argument) {
    let obstacles = error.obstacles
    self.init(
      .other,
      translated(
        "{path} cannot be offered as a folder: {reason}",
        ["path": path.text, "reason": error.message]))
    details = obstacles.dropFirst().map(\.message)
    let kinds = Set(obstacles.map(\.kind))
    hint = [
      kinds.contains(.outerLink)
        ? translated("With --dereference what links lead to goes along, with --links the links.")
        : nil,
      kinds.contains(.unreadable)
        ? translated("With --skip-unreadable what cannot be read is left out.") : nil,
      translated("For its address alone: --type text/uri-list"),
    ].compactMap { $0 }.joined(separator: " ")
  }
}

extension SourceItem {
  /// Removes the addresses of files, which mean this machine's. Throws when nothing is left.
  fileprivate mutating func dropAddresses() throws(Failure) {
    let count = representations.count
    representations.removeAll { $0.type?.namesFiles == true }
    guard representations.isEmpty, count > 0 else { return }
    throw .addressesElsewhere(
      translated(
        "nothing of {name} can go to another machine: it has only addresses of files here",
        ["name": attributes.name ?? translated("the item")]))
  }

  fileprivate mutating func add(_ type: MIMEType?, _ content: SourceContent) {
    representations.append(Representation(type: type, content: content))
  }
}
