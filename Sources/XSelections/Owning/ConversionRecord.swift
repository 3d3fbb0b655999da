internal import DisplaySelections
internal import DragSystem

/// The conversions under way, in a file: by it the next program ends those of one that was killed. An X server does
/// not tell a requestor that the owner has left, and a requestor without a time limit of its own (xclip) would wait for
/// ever.
///
/// A write that fails costs only that: the requestor's wait.
final class ConversionRecord {
  struct Entry: Equatable {
    enum State: UInt32 {
      /// The requestor waits for the notice.
      case unanswered = 1
      /// The requestor waits for chunks, or for the empty one that ends them.
      case chunked = 2
    }

    let state: State
    let request: ConversionRequest
    let place: Conversion.Place
    let target: Atom
    /// On the clock `Clock.boottime`.
    var lastStep: UInt64
  }

  /// The display's name is at the beginning: another display has other windows of the same numbers.
  private static let headerSize = 128
  private static let entrySize = 10 * 4
  /// While chunks are taken, the time of the last one is recorded so often, in microseconds.
  private static let precision: UInt64 = 1_000_000

  private let file: OwnedFileDescriptor
  private var slots: [RequestID: (slot: Int, entry: Entry)] = [:]
  private var unused: [Int] = []

  /// The file is empty.
  init(_ file: consuming OwnedFileDescriptor, display: String) {
    try? file.write(Self.header(display)[...], at: 0)
    self.file = file
  }

  // MARK: Writing

  /// Records what a conversion's requestor waits for now.
  func note(_ conversion: Conversion) {
    let state: Entry.State? =
      !conversion.reply.isOver ? .unanswered : conversion.state.isChunked ? .chunked : nil
    guard let state else { return remove(conversion.id) }
    let now = Clock.boottime
    let former = slots[conversion.id]
    if let former, former.entry.state == state,
      state == .unanswered || now < former.entry.lastStep + Self.precision
    {
      return
    }
    note(
      Entry(
        state: state, request: conversion.reply.request, place: conversion.place,
        target: conversion.target, lastStep: now), as: conversion.id)
  }

  /// Records what a requestor waits for.
  func note(_ entry: Entry, as id: RequestID) {
    let slot = slots[id]?.slot ?? unused.popLast() ?? slots.count
    slots[id] = (slot, entry)
    write(Self.bytes(of: entry)[...], at: slot)
  }

  func remove(_ id: RequestID) {
    guard let slot = slots.removeValue(forKey: id)?.slot else { return }
    unused.append(slot)
    write([0, 0, 0, 0], at: slot)
  }

  private func write(_ entry: ArraySlice<UInt8>, at slot: Int) {
    try? file.write(entry, at: UInt64(Self.headerSize + slot * Self.entrySize))
  }

  // MARK: Form

  private static func header(_ display: String) -> [UInt8] {
    let name = Array(display.utf8.prefix(headerSize))
    return name + [UInt8](repeating: 0, count: headerSize - name.count)
  }

  private static func bytes(of entry: Entry) -> [UInt8] {
    let words = [
      entry.state.rawValue, entry.request.requestor, entry.request.selection, entry.request.target,
      entry.request.property, entry.request.time, entry.place.property, entry.target,
      UInt32(truncatingIfNeeded: entry.lastStep), UInt32(truncatingIfNeeded: entry.lastStep >> 32),
    ]
    return words.withUnsafeBytes { [UInt8]($0) }
  }

  /// The entries of a program's record on that display.
  static func entries(in bytes: [UInt8], display: String) -> [Entry] {
    guard bytes.starts(with: header(display)) else { return [] }
    return bytes.withUnsafeBytes { bytes in
      stride(from: headerSize, through: bytes.count - entrySize, by: entrySize).compactMap {
        start in
        entry(
          (0..<entrySize / 4).map {
            bytes.loadUnaligned(fromByteOffset: start + 4 * $0, as: UInt32.self)
          })
      }
    }
  }

  private static func entry(_ words: [UInt32]) -> Entry? {
    guard let state = Entry.State(rawValue: words[0]) else { return nil }
    return Entry(
      state: state,
      request: ConversionRequest(
        requestor: words[1], selection: words[2], target: words[3], property: words[4],
        time: words[5]),
      place: Conversion.Place(requestor: words[1], property: words[6]), target: words[7],
      lastStep: UInt64(words[9]) << 32 | UInt64(words[8]))
  }
}
