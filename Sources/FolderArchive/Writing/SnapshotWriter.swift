package import DragSystem

extension FolderSnapshot {
  /// How many bytes the writer collects before it asks whether to go on and hands them to the sink.
  private static let chunk = 256 << 10

  /// Writes the archive: exactly `archiveSize` bytes. Throws when anything is not as it was.
  ///
  /// - Parameters:
  ///   - sink: takes the bytes; its error ends the writing.
  ///   - shouldContinue: is asked before each piece.
  package func write(
    while shouldContinue: () -> Bool = { true },
    to sink: ([UInt8]) throws(FolderError) -> Void
  ) throws(FolderError) {
    var waiting: [UInt8] = []
    func flush(_ limit: Int) throws(FolderError) {
      guard waiting.count > limit else { return }
      guard shouldContinue() else { throw FolderError("cancelled") }
      try sink(waiting)
      waiting = []
    }
    for member in members {
      waiting += member.entry.header()
      try flush(Self.chunk)
      switch member.entry.kind {
      case .folder: try check(folder: member)
      case .link(let destination): try check(member, destination)
      case .file(_, let ranges):
        let file = try open(member)
        for range in ranges {
          var offset = range.lowerBound
          while offset < range.upperBound {
            let wanted = min(UInt64(Self.chunk), range.upperBound - offset)
            let bytes = try mapError { () throws(SystemError) in
              try file.read(upTo: Int(wanted), at: offset)
            } to: {
              FolderError.at(Shown.path(member.entry.path), $0)
            }
            guard bytes.count == Int(wanted) else { throw Self.changed(member) }
            offset += wanted
            waiting += bytes
            try flush(Self.chunk - 1)
          }
        }
        try check(file, member)
        waiting += [UInt8](repeating: 0, count: Int(member.entry.dataSize.toBlockEnd))
      }
    }
    // Names may have come and gone since a folder's turn.
    for member in members where member.entry.kind == .folder { try check(folder: member) }
    waiting += [UInt8](repeating: 0, count: 2 * TarBlock.size)
    try flush(0)
  }

  /// Writes the archive to a descriptor. Throws EPIPE when the reader has left.
  package func write(
    to output: borrowing OwnedFileDescriptor, while shouldContinue: () -> Bool = { true }
  ) throws(FolderError) {
    try write(while: shouldContinue) { bytes throws(FolderError) in
      try mapError { () throws(SystemError) in
        try output.writeWaiting(bytes)
      } to: {
        FolderError($0.reason, $0)
      }
    }
  }

  private func open(_ member: Member) throws(FolderError) -> OwnedFileDescriptor {
    let file = try examine(member) { () throws(SystemError) in
      try root.file(at: member.place)
    }
    try check(file, member)
    return file
  }

  private func check(
    _ file: borrowing OwnedFileDescriptor, _ member: Member
  ) throws(FolderError) {
    let status = try mapError { () throws(SystemError) in
      try FileStatus(of: file)
    } to: {
      FolderError.at(Shown.path(member.entry.path), $0)
    }
    guard status.kind == .regular, status.identity == member.identity else {
      throw Self.changed(member)
    }
  }

  private func check(folder member: Member) throws(FolderError) {
    let identity = try examine(member) { () throws(SystemError) in
      try root.folder(at: member.place).identity()
    }
    guard identity == member.identity else { throw Self.changed(member) }
  }

  private func check(_ member: Member, _ destination: [UInt8]) throws(FolderError) {
    let found = try examine(member) { () throws(SystemError) in
      try root.folder(at: member.place.parent).destination(ofLink: member.place.below.last ?? [])
    }
    guard found == destination else { throw Self.changed(member) }
  }

  private func examine<Value: ~Copyable>(
    _ member: Member, _ body: () throws(SystemError) -> Value
  ) throws(FolderError) -> Value {
    return try mapError { () throws(SystemError) in
      try body()
    } to: {
      $0.isMissing ? Self.changed(member) : .at(Shown.path(member.entry.path), $0)
    }
  }

  private static func changed(_ member: Member) -> FolderError {
    FolderError("\(Shown.path(member.entry.path)) was changed after the folder was offered")
  }
}
