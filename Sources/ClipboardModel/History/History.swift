/// The last contents of the clipboard, and the pinned ones.
package struct History: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// It stays the same when the content is copied again.
    package let id: EntryID
    package let content: KeptContent
    /// When it was copied last, in microseconds of the real-time clock since 1970.
    package fileprivate(set) var copied: UInt64
    package fileprivate(set) var isPinned: Bool
    /// When it was copied first; nil once a person has copied it from the history.
    fileprivate var arrived: UInt64?
  }

  package struct Limits: Hashable, Sendable {
    package var count = 20
    package var bytes: UInt64 = 256 << 20

    package init() {}
  }

  private var limits: Limits
  /// The newest first.
  package private(set) var entries: [Entry] = []
  private var naming: EntryNaming

  /// - Parameter seed: for the ids of the entries.
  package init(_ limits: Limits = Limits(), seed: some Sequence<UInt8> = []) {
    self.limits = limits
    naming = EntryNaming(seed)
  }

  /// Returns the contents for which other limits have no room.
  mutating func limit(to limits: Limits) -> [KeptContent] {
    self.limits = limits
    return trim()
  }

  package func contains(_ serial: Serial) -> Bool {
    entries.contains { $0.content.serial == serial }
  }

  func isPinned(_ serial: Serial) -> Bool {
    entries.contains { $0.content.serial == serial && $0.isPinned }
  }

  package func content(_ serial: Serial) -> KeptContent? {
    entries.first { $0.content.serial == serial }?.content
  }

  /// How long a content is there at most, in microseconds, that was only meant for a moment.
  private static let shortest: UInt64 = 60_000_000

  /// Removes the newest content if it came less than a minute ago, and `index`, which was there before it, is there
  /// again: scripts put a password on the clipboard so, and then back what was there. What was in the history already
  /// is no such content, nor is one that a person has pinned or copied from the history.
  private mutating func removeShortLived(before index: Int?, _ copied: UInt64) -> [KeptContent] {
    guard index == 1, !entries[0].isPinned, let arrived = entries[0].arrived, copied >= arrived,
      copied - arrived < Self.shortest
    else { return [] }
    return [entries.removeFirst().content]
  }

  /// Adds a content as the newest; returns those that it displaces. One of them is an equal content, which was copied
  /// before; the new one is pinned if that was, and has its id.
  package mutating func add(_ content: KeptContent) -> [KeptContent] {
    let index = entries.firstIndex { $0.content.isEqual(content) }
    let former = index.map { entries[$0] }
    let shortLived = removeShortLived(before: index, content.copied)
    entries.removeAll { $0.content.serial == former?.content.serial }
    entries.insert(
      Entry(
        id: former?.id ?? newID(nil), content: content, copied: content.copied,
        isPinned: former?.isPinned == true,
        arrived: former == nil ? content.copied : former?.arrived),
      at: 0)
    return [former?.content].compactMap(\.self) + shortLived + trim()
  }

  /// Adds a content that was in the history before, at its time; returns those that it displaces, perhaps that one
  /// itself.
  package mutating func restore(
    _ content: KeptContent, id: EntryID?, isPinned: Bool
  ) -> [KeptContent] {
    if let index = entries.firstIndex(where: { $0.content.isEqual(content) }) {
      if isPinned { entries[index].isPinned = true }
      return [content]
    }
    let entry = Entry(
      id: newID(id), content: content, copied: content.copied, isPinned: isPinned,
      arrived: content.copied)
    let index = entries.firstIndex { $0.copied <= content.copied } ?? entries.endIndex
    entries.insert(entry, at: index)
    return trim()
  }

  /// - Parameter wanted: the former id, unless another entry has it now.
  private mutating func newID(_ wanted: EntryID?) -> EntryID {
    let used = Set(entries.map(\.id))
    if let wanted, !used.contains(wanted) { return wanted }
    return naming.next(used.contains)
  }

  /// Makes a content, which a person has copied from the history, the newest; false for an unknown one. What was there
  /// before stays: nobody clears a password so.
  package mutating func raise(_ serial: Serial, copied: UInt64) -> Bool {
    guard let index = entries.firstIndex(where: { $0.content.serial == serial }) else {
      return false
    }
    entries.insert(entries.remove(at: index), at: 0)
    entries[0].copied = copied
    entries[0].arrived = nil
    return true
  }

  /// Removes a content; nil for an unknown one.
  package mutating func remove(_ serial: Serial) -> KeptContent? {
    guard let index = entries.firstIndex(where: { $0.content.serial == serial }) else { return nil }
    return entries.remove(at: index).content
  }

  package enum Pinning: Hashable, Sendable {
    case pinned
    case unknown
    /// The pinned contents have reached a limit.
    case full
  }

  package mutating func pin(_ serial: Serial) -> Pinning {
    guard let index = entries.firstIndex(where: { $0.content.serial == serial }) else {
      return .unknown
    }
    guard !entries[index].isPinned else { return .pinned }
    let pinned = entries.filter(\.isPinned).map(\.content)
    let bytes = pinned.reduce(entries[index].content.size) { $0 + $1.size }
    guard pinned.count < limits.count, bytes <= limits.bytes else { return .full }
    entries[index].isPinned = true
    return .pinned
  }

  /// Returns the contents that this displaces, perhaps that one itself; nil for an unknown one.
  package mutating func unpin(_ serial: Serial) -> [KeptContent]? {
    guard let index = entries.firstIndex(where: { $0.content.serial == serial }) else { return nil }
    entries[index].isPinned = false
    return trim()
  }

  /// Pinned contents have limits of their own, so they do not displace the others.
  private mutating func trim() -> [KeptContent] {
    var left: [KeptContent] = []
    var count = 0
    var bytes: UInt64 = 0
    entries = entries.filter { entry in
      guard !entry.isPinned else { return true }
      count += 1
      bytes += entry.content.size
      guard count <= limits.count, bytes <= limits.bytes else {
        left.append(entry.content)
        return false
      }
      return true
    }
    return left
  }
}
