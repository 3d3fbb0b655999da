internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import Translations

/// Opens the files of a plan that are to be moved.
struct MovableContents {
  private(set) var items: [SourceItem] = []
  private(set) var files: [MovableFile] = []

  init(_ plan: OfferPlan) throws(Failure) {
    // All files are open at once.
    ProcessLimits.raiseDescriptors()
    var places: Set<FilePlace> = []
    for planned in plan.items {
      guard case .file(let path, let type) = planned.pieces.first else { continue }
      let file = try open(path)
      guard places.insert(file.place).inserted else {
        throw .usage(
          translated("{path} is named twice: it can be moved once only", ["path": path.text]))
      }
      var attributes = ItemAttributes(name: planned.name)
      attributes.name =
        planned.name ?? Argument(file.place.name).text.prefix(bytes: FileName.limit)
      attributes.key = file.key
      attributes.file = file.attributes
      if planned.name != nil { attributes.file.name = nil }
      // Without the file's address, which a copy has: after the move the address would lead to no file.
      items.append(
        SourceItem(
          attributes: attributes,
          representations: [Representation(type: type, content: .file(file.content))]))
      files.append(file.file)
    }
  }

  private struct Opened {
    let file: MovableFile
    let content: SharedDescriptor
    let attributes: FileAttributes
    var place: FilePlace { file.place }
    var key: String { file.key }
  }

  private func open(_ path: Argument) throws(Failure) -> Opened {
    guard let name = AbsolutePath.lastComponent(path.bytes) else { throw Self.folder(path) }
    let place = try failing(path) { () throws(SystemError) in
      try FilePlace(in: AbsolutePath.folder(of: path.bytes), name: name)
    }
    let kind = try failing(path) { () throws(SystemError) in
      try Folder(path: place.folder).status(of: name)?.kind
    }
    try check(kind, path)
    try checkRemoval(of: place, path)
    let (facts, content) = try failing(path) { () throws(SystemError) in
      let descriptor = try Folder(path: place.folder).open(name)
      return (try FileStatus(of: descriptor), SharedDescriptor(descriptor))
    }
    // Another file may have the name by now.
    try check(facts.kind, path)
    let file = MovableFile(key: MovingSource.random(), place: place, identity: facts.identity)
    return Opened(file: file, content: content, attributes: FileAttributes(facts, of: path, name))
  }

  /// Nil: the file does not exist, and opening it reports that.
  private func check(_ kind: FileKind?, _ path: Argument) throws(Failure) {
    switch kind {
    case .regular, nil: break
    case .directory: throw Self.folder(path)
    case .symbolicLink:
      throw .usage(
        translated("{path} is a symbolic link, and only a file can be moved", ["path": path.text]),
        hint: translated("Name the file that it leads to."))
    case .fifo, .socket, .characterDevice, .blockDevice, .unknown:
      throw .usage(
        translated("{path} is not a regular file, and cannot be moved", ["path": path.text]))
    }
  }

  private func failing<Value>(
    _ path: Argument, _ body: () throws(SystemError) -> Value
  ) throws(Failure) -> Value {
    return try mapError { () throws(SystemError) in
      try body()
    } to: {
      Failure(.other, "\(path.text): \($0.reason)")
    }
  }

  private func checkRemoval(of place: FilePlace, _ path: Argument) throws(Failure) {
    try mapError { () throws(SystemError) in
      try Folder(path: place.folder).checkRemoval(of: place.name)
    } to: { error in
      Failure(
        .refused,
        translated(
          "{path} could not be deleted after a move: {reason}",
          ["path": path.text, "reason": error.reason]),
        hint: translated("Offer a copy, or get leave to write to its folder."))
    }
  }

  static func folder(_ path: Argument) -> Failure {
    .usage(
      translated(
        """
        {path} is a folder, which cannot be moved: its files can only be deleted one by one, so \
        after a crash it could be at both sides in part
        """, ["path": path.text]),
      hint: translated("Offer it to be copied, and delete it when it has arrived."))
  }
}

extension OfferPlan {
  /// Throws why these options do not allow moves.
  func checkMovable(_ options: OfferOptions) throws(Failure) {
    for piece in items.flatMap(\.pieces) {
      switch piece {
      case .file: break
      case .folder(let path): throw MovableContents.folder(path)
      case .standardInput:
        throw .usage(
          translated("standard input cannot be moved: there is no file to delete afterwards"))
      case .text:
        throw .usage(translated("--text cannot be moved: there is no file to delete afterwards"))
      case .representation:
        throw .usage(translated("--rep cannot be moved: what is moved is one file, as FILE"))
      case .command:
        throw .usage(translated("--exec cannot be moved: there is no file to delete afterwards"))
      }
    }
    guard !options.isSensitive else {
      throw .usage(
        translated("--sensitive does not go with a move, which is written down until it is over"))
    }
  }
}
