/// Reads an archive as its bytes arrive, and makes events of them. It needs no memory but for one header.
///
/// An archive has one folder at its top, which comes first; all else is in it.
///
/// This module reads and writes tar (pax) itself. libarchive takes names through the process's locale, which dragctl
/// does not set; without one it has no name for a file called “é”. It also cannot tell a size beforehand, and needs
/// memory without a limit for a map of holes (920 MB for 80 MB).
package struct ArchiveParser {
  package enum Event: Hashable, Sendable {
    /// The path is below the archive's folder, which itself has none.
    case entry(ArchiveEntry)
    /// Bytes of the entry's file.
    case data(ArraySlice<UInt8>, at: UInt64)
    case entryEnds
  }

  private enum State {
    case header
    /// The content of a header about the next entry, with what fills its last block.
    case collecting(TarBlock.Kind, size: Int)
    /// The map of a file whose data follows.
    case map(TarBlock, SparseMap)
    case data(Data)
    case padding(UInt64)
    /// A block of zeros ends the archive; a second one and more may follow.
    case end(zeros: Int)
  }

  private struct Data {
    var ranges: ArraySlice<Range<UInt64>>
    /// Bytes after the data to the end of the block.
    let padding: UInt64
  }

  private let limits: ArchiveLimits
  private var state = State.header
  /// A block that has not arrived whole, or the content of a header.
  private var collected: [UInt8] = []
  private var extended: ExtendedHeader?
  private var longName: [UInt8]?
  private var longLink: [UInt8]?
  /// The name of the archive's folder: nil until it has come, empty for `./`.
  private var top: [[UInt8]]?

  /// The most zeros after the end: tar(1) fills up a record, which is 10 KiB, and at most 512 KiB with the largest
  /// option that is in use.
  private static let mostTrailing = 1 << 20

  package init(_ limits: ArchiveLimits = ArchiveLimits()) {
    self.limits = limits
  }

  /// The next event, with the bytes that it needs removed from the input; nil when all of the input is used up.
  package mutating func next(_ input: inout ArraySlice<UInt8>) throws(FolderError) -> Event? {
    while true {
      switch state {
      case .header:
        guard collect(TarBlock.size, &input) else { return nil }
        let block = removeCollected()
        if block.allSatisfy({ $0 == 0 }) {
          try checkNothingPending()
          state = .end(zeros: TarBlock.size)
        } else if let event = try readHeader(try TarBlock(block)) {
          return event
        }
      case .collecting(let kind, let size):
        guard collect(size + size.toBlockEnd, &input) else { return nil }
        try apply(kind, Array(removeCollected().prefix(size)))
        state = .header
      case .map(let block, var map):
        guard collect(TarBlock.size, &input) else { return nil }
        try map.read(removeCollected())
        var rest = block
        guard block.size >= TarBlock.size else { throw Self.wrongMap }
        rest.size -= UInt64(TarBlock.size)
        guard map.isComplete else {
          state = .map(rest, map)
          continue
        }
        return try entry(rest, .file(size: sparseSize, ranges: map.ranges))
      case .data(var data):
        guard var range = data.ranges.first else {
          state = .padding(data.padding)
          return .entryEnds
        }
        guard !input.isEmpty else { return nil }
        let count = min(UInt64(input.count), range.upperBound - range.lowerBound)
        let bytes = input.prefix(Int(count))
        input = input.dropFirst(Int(count))
        let start = range.lowerBound
        range = start + count..<range.upperBound
        data.ranges.removeFirst()
        if !range.isEmpty { data.ranges.insert(range, at: data.ranges.startIndex) }
        state = .data(data)
        return .data(bytes, at: start)
      case .padding(let left):
        let count = min(UInt64(input.count), left)
        input = input.dropFirst(Int(count))
        guard count == left else {
          state = .padding(left - count)
          return nil
        }
        state = .header
      case .end(let zeros):
        guard input.allSatisfy({ $0 == 0 }), zeros + input.count <= Self.mostTrailing else {
          throw .malformed("something follows its end")
        }
        state = .end(zeros: zeros + input.count)
        input = []
        return nil
      }
    }
  }

  /// Throws unless the archive was read to its end.
  package func checkEnd() throws(FolderError) {
    switch state {
    case .end(let zeros) where zeros >= 2 * TarBlock.size && top != nil: return
    case .end where top == nil: throw .malformed("it has no folder")
    case .end, .header, .collecting, .map, .data, .padding:
      throw .malformed("it ends too early")
    }
  }

  // MARK: Headers

  /// Nil for a header about the next entry, and for a file whose map has to be read first.
  private mutating func readHeader(_ block: TarBlock) throws(FolderError) -> Event? {
    switch block.kind {
    case .extended, .globalExtended, .longName, .longLink:
      guard block.size <= UInt64(limits.header) else {
        throw FolderError("the archive of the folder has a header of \(block.size) bytes")
      }
      state = .collecting(block.kind, size: Int(block.size))
      return nil
    case .file, .oldFile, .contiguousFile:
      var block = block
      block.size = extended?.size ?? block.size
      guard extended?.sparseSize != nil else {
        return try entry(block, .file(size: block.size, ranges: ArchiveEntry.all(of: block.size)))
      }
      state = .map(block, SparseMap(size: sparseSize, limit: limits.ranges))
      return nil
    case .folder: return try entry(block, .folder)
    case .link:
      let destination = extended?.link ?? longLink ?? block.link
      guard destination.count <= limits.path else { throw tooLong(destination) }
      return try entry(block, .link(destination: destination))
    case .hardLink: throw refused(block, "a second name of another file (a hard link)")
    case .characterDevice, .blockDevice: throw refused(block, "a device")
    case .fifo: throw refused(block, "a FIFO")
    }
  }

  private mutating func apply(_ kind: TarBlock.Kind, _ content: [UInt8]) throws(FolderError) {
    let text = Array(content.prefix { $0 != 0 })
    switch kind {
    case .extended:
      guard extended == nil else { throw .malformed("an entry has two extended headers") }
      extended = try ExtendedHeader(content)
    case .globalExtended:
      // A global header may have a comment, such as one that names a commit.
      guard try !ExtendedHeader(content).isOfOneEntry else {
        throw .malformed("a header gives one name or size to all entries")
      }
    case .longName: longName = text
    case .longLink: longLink = text
    case .file, .oldFile, .hardLink, .link, .characterDevice, .blockDevice, .folder, .fifo,
      .contiguousFile:
      preconditionFailure("an entry was collected like a header")
    }
  }

  private var sparseSize: UInt64 { extended?.sparseSize ?? 0 }

  private func name(_ block: TarBlock) -> [UInt8] { extended?.path ?? longName ?? block.name }

  private func refused(_ block: TarBlock, _ what: String) -> FolderError {
    FolderError(
      "\(Shown.path(name(block))) is \(what), which no folder from another program may have")
  }

  private func tooLong(_ path: [UInt8]) -> FolderError {
    FolderError("\(Shown.path(path)): the path has more than \(limits.path) bytes")
  }

  private func checkNothingPending() throws(FolderError) {
    guard extended == nil, longName == nil, longLink == nil else {
      throw .malformed("it ends after a header about an entry")
    }
  }

  // MARK: Entries

  private mutating func entry(
    _ block: TarBlock, _ kind: ArchiveEntry.Kind
  ) throws(FolderError) -> Event {
    let path = try self.path(block, kind)
    let entry = ArchiveEntry(
      kind: kind, path: path, mode: block.mode,
      modified: extended?.modified ?? block.modified.flatMap(Self.microseconds))
    let data = entry.dataSize
    guard block.size == data else {
      switch kind {
      case .folder, .link:
        throw .malformed("\(Shown.path(name(block))) has data, but is not a file")
      case .file: throw Self.wrongMap
      }
    }
    (extended, longName, longLink) = (nil, nil, nil)
    switch kind {
    case .folder, .link: state = .data(Data(ranges: [], padding: 0))
    case .file(_, let ranges):
      state = .data(Data(ranges: ranges[...], padding: block.size.toBlockEnd))
    }
    return .entry(entry)
  }

  private static let wrongMap =
    FolderError.malformed("a file with holes has other data than its map says")

  private static func microseconds(_ seconds: UInt64) -> Int64? {
    seconds < 1 << 40 ? Int64(seconds) * 1_000_000 : nil
  }

  /// The path below the archive's folder.
  private mutating func path(
    _ block: TarBlock, _ kind: ArchiveEntry.Kind
  ) throws(FolderError) -> [[UInt8]] {
    let name = name(block)
    let slash = UInt8(ascii: "/")
    guard name.count <= limits.path else { throw tooLong(name) }
    guard !name.isEmpty, name.first != slash, !name.contains(0) else {
      throw .malformed("“\(Shown.path(name))” is not a path within a folder")
    }
    let components = name.split(separator: slash).filter { !$0.elementsEqual(".".utf8) }
    guard !components.contains(where: { $0.elementsEqual("..".utf8) }) else {
      throw .malformed("“\(Shown.path(name))” leads out of the folder")
    }
    let path = components.map { Array($0) }
    guard let top else {
      guard kind == .folder, path.count <= 1 else {
        throw .malformed("it does not begin with one folder, but with \(Shown.path(name))")
      }
      top = path
      return []
    }
    guard path.starts(with: top), path.count > top.count else {
      throw .malformed("\(Shown.path(name)) is not in its folder, or is that folder again")
    }
    let below = Array(path.dropFirst(top.count))
    // The limit is of folders: the deepest may have files and links.
    try limits.check(depth: below.count - (kind == .folder ? 0 : 1), Shown.path(name))
    return below
  }

  // MARK: Collecting

  /// Collects bytes of the input; false while some are missing.
  private mutating func collect(_ count: Int, _ input: inout ArraySlice<UInt8>) -> Bool {
    let part = input.prefix(count - collected.count)
    collected += part
    input = input.dropFirst(part.count)
    return collected.count == count
  }

  private mutating func removeCollected() -> [UInt8] {
    defer { collected = [] }
    return collected
  }
}
