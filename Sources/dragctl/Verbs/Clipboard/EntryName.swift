internal import CommandLineArguments
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import Translations

/// How people name an entry of the history: its number, which is 1 for the newest, its id, or the start of its id.
struct EntryName: Hashable {
  private enum Kind: Hashable {
    case number(UInt32)
    case id(String)
  }

  private let kind: Kind

  init(_ argument: Argument) throws(Failure) {
    let text = argument.text
    if let number = UInt32(text), number > 0 {
      kind = .number(number)
    } else if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "a")...UInt8(ascii: "z")).contains)
    {
      kind = .id(text)
    } else {
      throw .usage(
        translated(
          "“{word}” is not the number or the id of an entry in the history", ["word": text]),
        hint: translated("1 is the newest; “dragctl clipboard” shows both."))
    }
  }

  /// How many of the newest entries have to be known to find it; 0 for all.
  fileprivate var count: UInt32 {
    switch kind {
    case .number(let number): number
    case .id: 0
    }
  }

  /// The place among all entries, the newest first, or among the first `count`.
  fileprivate func place(in entries: [HistoryEntry]) throws(Failure) -> Int {
    switch kind {
    case .number(let number):
      guard entries.count >= Int(number) else {
        throw Failure(
          .notFound,
          translated(
            count: entries.count, one: "the history has no entry {number}: it has one entry",
            other: "the history has no entry {number}: it has {count} entries", ["number": number]))
      }
      return Int(number) - 1
    case .id(let beginning):
      // One from an older dragclip has none.
      return try Naming.place(
        of: beginning, among: entries.map { $0.id ?? "" },
        none: translated(
          "no entry of the history begins with “{beginning}”", ["beginning": beginning]))
    }
  }
}

extension BrokerConnection {
  /// An entry of the history.
  func historyEntry(
    _ name: EntryName, by deadline: Deadline = .never
  ) throws(Failure) -> HistoryEntry {
    let entries = try askClipboard(timeout: deadline.callTimeout) { () throws(RequestError) in
      try .clipboardHistory(count: name.count)
    }
    return entries[try name.place(in: entries)]
  }

  /// The entries of these names, each once; with none if one is unknown. Their numbers are those of one moment.
  func historyEntries(_ names: [EntryName]) throws(Failure) -> [NumberedEntry] {
    let entries = try askClipboard { () throws(RequestError) in try .clipboardHistory() }
    var places: [Int] = []
    for name in names {
      let place = try name.place(in: entries)
      if !places.contains(place) { places.append(place) }
    }
    return places.map { NumberedEntry(number: $0 + 1, entry: entries[$0], self) }
  }

  /// The whole history, the newest first.
  func historyEntries() throws(Failure) -> [NumberedEntry] {
    let entries = try askClipboard { () throws(RequestError) in try .clipboardHistory() }
    return entries.enumerated().map { NumberedEntry(number: $0 + 1, entry: $1, self) }
  }
}
