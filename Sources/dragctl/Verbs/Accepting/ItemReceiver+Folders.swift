internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import FolderArchive
internal import Translations

extension ItemReceiver {
  /// Receives a folder: unpacks its archive as it arrives.
  func receiveFolder(
    _ accepted: AcceptedPart, _ cancellable: inout CancellableTransfer
  ) throws(Failure) {
    cancellable.setTransfer(accepted.transfer)
    do throws(Failure) {
      let name = accepted.folderName(rules.names)
      var folder = try NewFolder(
        place, suggestion: name.bytes, accepted.allowed(preservation), rules)
      var display = ProgressDisplay(accepted.name ?? "folder", style: style)
      let bytes: UInt64
      do throws(Failure) {
        bytes = try copy(accepted, into: &folder, &cancellable, &display)
        do throws(Failure) {
          try folder.finish()
        } catch {
          // If the archive has ended too early, dragd knows the source's reason.
          if let transfer = accepted.transfer, accepted.size.map({ bytes < $0 }) ?? true {
            try finish(transfer, cancellable)
          }
          throw error
        }
        if let transfer = accepted.transfer { try finish(transfer, cancellable) }
      } catch {
        display.clear()
        throw error
      }
      let path = try folder.commit(avoiding: used)
      display.finish()
      tell(name, path)
      for note in folder.notes { Console.note("\(Argument(path).text): \(note)") }
      try report(accepted, bytes: bytes, path: path)
    } catch {
      if let transfer = accepted.transfer { cancel(transfer, error, cancellable.connection) }
      throw error
    }
  }

  /// Refuses before anything has moved: no step deletes all files of a folder at once.
  func refuseFolder(
    _ accepted: AcceptedPart, _ connection: BrokerConnection
  ) throws(Failure) {
    let failure = Failure.folderMove(accepted.name ?? translated("what is offered"))
    if let transfer = accepted.transfer { cancel(transfer, failure, connection) }
    throw failure
  }

  private func copy(
    _ accepted: AcceptedPart, into folder: inout NewFolder,
    _ cancellable: inout CancellableTransfer,
    _ display: inout ProgressDisplay
  ) throws(Failure) -> UInt64 {
    switch accepted.content {
    case .data(let data):
      try folder.write(data)
      return UInt64(data.count)
    case .descriptor(let source):
      return try copy(source, accepted.size, into: &folder, &cancellable, &display)
    case .later:
      guard let transfer = accepted.transfer else {
        throw Failure(.other, translated("dragd's reply to Accept has no content"))
      }
      let source = try content(of: transfer, accepted.type, cancellable)
      return try copy(source, accepted.size, into: &folder, &cancellable, &display)
    }
  }

  private func copy(
    _ source: SharedDescriptor, _ size: UInt64?, into folder: inout NewFolder,
    _ cancellable: inout CancellableTransfer, _ display: inout ProgressDisplay
  ) throws(Failure) -> UInt64 {
    var stream = StreamReader(try duplicate(source))
    return try StreamCopy(size: size, isCautious: false).run(
      &stream, &cancellable, &display
    ) { bytes throws(Failure) in try folder.write(bytes) }
  }

  private func duplicate(_ source: SharedDescriptor) throws(Failure) -> OwnedFileDescriptor {
    return try mapError { () throws(SystemError) in
      try source.descriptor.duplicate()
    } to: {
      Failure(.other, $0.reason)
    }
  }

  /// Keeps a copy of a folder of this machine under its own name.
  func keep(
    folder path: [UInt8], name bytes: [UInt8], item: UInt32,
    _ cancellable: inout CancellableTransfer
  ) throws(Failure) {
    let name = Argument(bytes).text
    var display = ProgressDisplay(name, style: style)
    let snapshot = try mapError { () throws(FolderError) in
      try ScanLine.snapshot(of: Argument(path), name: bytes, options: folderOptions)
    } to: {
      Failure($0, ofPasted: path)
    }
    for left in snapshot.skipped {
      Console.note(translated("dragctl: left out: {reason}", ["reason": left.message]))
    }
    let size = snapshot.archiveSize
    // It is the user's own folder, as for cp(1).
    var folder = try NewFolder(
      place, suggestion: bytes, preservation.following(.exact),
      TreeRules(names: .exact, allowsOuterLinks: folderOptions.keepsOuterLinks))
    do throws(FolderError) {
      var bytes: UInt64 = 0
      try snapshot.write { piece throws(FolderError) in
        try mapError { () throws(Failure) in
          try folder.write(piece)
          try cancellable.check()
        } to: {
          FolderError($0.message)
        }
        bytes += UInt64(piece.count)
        display.update(bytes: bytes, size: size)
      }
    } catch {
      display.clear()
      throw Failure(.incomplete, "\(Argument(path).text): \(error.message)")
    }
    try folder.finish()
    let own = try folder.commit(avoiding: used)
    display.finish()
    for note in folder.notes { Console.note("\(Argument(own).text): \(note)") }
    try record(
      [
        .init("item", .number(UInt64(item))), .init("name", .string(name)),
        .init("bytes", .number(size)),
      ], own)
  }
}

extension ItemReceiver {
  /// Moves a folder of this machine here, by a rename.
  func rename(folder path: [UInt8], name: [UInt8], item: UInt32) throws(Failure) {
    let own = AbsolutePath.lastComponent(path) ?? []
    let moved = try mapError { () throws(SystemError) in
      let from = try Folder(path: AbsolutePath.folder(of: path))
      let to = try Folder(path: place.parent)
      switch place {
      case .file(_, let wanted):
        try from.rename(own, to: wanted, in: to)
        return wanted
      case .folder, .standardOutput, .special:
        return try NumberedName.firstFree(name) { name throws(SystemError) in
          try from.rename(own, to: name, in: to)
        }
      }
    } to: {
      Failure(
        .refused,
        translated(
          "{path} was not moved: {reason}", ["path": Argument(path).text, "reason": $0.reason]))
    }
    try record(
      [.init("item", .number(UInt64(item))), .init("name", .string(Argument(name).text))],
      place.path(of: moved))
  }
}

extension ItemReceiver {
  /// Leaves a file or folder of this machine where it is, because it is to be moved to there.
  func leave(_ name: [UInt8], item: UInt32) throws(Failure) {
    try record(
      [.init("item", .number(UInt64(item))), .init("name", .string(Argument(name).text))],
      place.path(of: name))
  }
}

extension OutputPlace {
  /// The folder in which something new appears.
  var parent: [UInt8] {
    switch self {
    case .file(let folder, _), .folder(let folder): folder
    case .standardOutput, .special: Array(".".utf8)
    }
  }
}

extension AcceptedPart {
  /// The name for a folder.
  func folderName(_ rule: FileName.Rule) -> GivenName {
    GivenName(ofFolder: name, file.name, rule)
  }

  /// The attributes that the files of a folder may keep: all of them between the user's own programs, as with cp(1).
  /// For a source in a sandbox, whose files must not be run outside of it, dragd clears the right to enter the folder.
  func allowed(_ preservation: Preservation) -> Preservation {
    let isEntered = file.mode.map { $0 & 0o100 != 0 } ?? false
    return switch preservation {
    case .nothing, .usual: preservation
    case .own, .all: isEntered ? preservation : .usual
    }
  }
}

extension Failure {
  /// Why a folder of this machine cannot be pasted.
  fileprivate init(_ error: FolderError, ofPasted path: [UInt8]) {
    self.init(error, of: Argument(path))
    message = "\(Argument(path).text): \(error.message)"
  }

  /// A move happens exactly once: after any crash the item is at one side. The files of a folder
  /// can change, and can be deleted only one by one, so a folder could be at both sides in part.
  static func folderMove(_ name: String) -> Failure {
    Failure(
      .refused,
      translated(
        "“{name}” is a folder, which cannot be moved, so nothing was moved",
        ["name": Printable.line(name)]),
      hint: translated(
        "Without --move it is copied; with --archive its archive is moved, as one file."))
  }
}
