internal import Translations

/// Why the board refused something. A refused change changes nothing.
package enum BoardError: Error, Hashable, Sendable {
  /// The list does not exist, or no longer exists.
  case noSuchList(String)
  /// The board does not exist, or no longer exists.
  case noSuchBoard(String)
  /// The card does not exist, or no longer exists.
  case noSuchCard(String)
  /// The card of that title is being moved to another program. It cannot be changed unless the move fails.
  case movingAway(String)
  /// More than one card or list matches the name; `candidates` are these.
  case ambiguous(String, candidates: [String])
  /// The card has no such representation; `available` are those that it has.
  case noSuchRepresentation(String, available: [String])
  /// The checklist has no such item, counted from 1; it has `count` items.
  case noSuchItem(Int, count: Int)
  /// The input of a person or a program is invalid: the field, such as “latitude”, and the reason.
  case invalid(field: String, reason: String)
  /// The content does not conform to its type.
  case malformed(type: String, reason: String)
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// A file whose content is not what its type says.
  case brokenFile(path: String, reason: String)
  /// The file cannot be written.
  case unwritable(path: String, reason: String)
  /// A file with the name of the new one exists.
  case alreadyThere(path: String)
  /// The disk is full.
  case diskFull
  /// Another process kept the store locked for the whole time limit.
  case busy
  /// The store has to be migrated, but a program of the older version has it open.
  case openInOlderVersion
  /// The system lacks a library that this program loads for a format, such as iCalendar: the name of its file.
  case missingLibrary(format: String, file: String)
  /// A newer version of this program wrote the store.
  case newer(version: Int)
  /// The store itself cannot be read or written.
  case storage(String)
}

extension BoardError: CustomStringConvertible {
  /// For people, as a sentence of its own.
  package var description: String {
    switch self {
    // They begin with a name that is written as it is.
    case .invalid, .unreadable, .brokenFile, .unwritable, .alreadyThere: message
    default: "\(message.prefix(1).uppercased())\(message.dropFirst())."
    }
  }

  /// For people, after the name of a program or a file.
  package var message: String {
    switch self {
    case .noSuchList(let name): translated("there is no list “{name}”", ["name": name])
    case .noSuchBoard(let name): translated("there is no board “{name}”", ["name": name])
    case .noSuchCard(let name): translated("there is no card “{name}”", ["name": name])
    case .movingAway(let title):
      translated(
        "“{title}” is being moved to another program; try again if the move fails",
        ["title": title])
    case .ambiguous(let name, let candidates):
      translated(
        "“{name}” could be any of {candidates}",
        ["name": name, "candidates": candidates.joined(separator: ", ")])
    case .noSuchRepresentation(let type, let available):
      translated(
        "the card has no “{type}”; it has {types}",
        ["type": type, "types": available.joined(separator: ", ")])
    case .noSuchItem(let number, let count):
      translated(
        count: count, one: "there is no item {number}: the checklist has {count} item",
        other: "there is no item {number}: the checklist has {count} items", ["number": number])
    case .invalid(let field, let reason): "\(field): \(reason)"
    case .malformed(let type, let reason):
      translated("this is not valid {type}: {reason}", ["type": type, "reason": reason])
    case .unreadable(let path, let reason), .brokenFile(let path, let reason):
      "\(path): \(reason)"
    case .unwritable(let path, let reason):
      translated("{path} cannot be written: {reason}", ["path": path, "reason": reason])
    case .alreadyThere(let path): translated("{path} exists already", ["path": path])
    case .diskFull: translated("the disk is full")
    case .busy: translated("another program keeps writing to the board; try again")
    case .openInOlderVersion:
      translated("an older version of this program has the board open; close it and try again")
    case .missingLibrary(let format, let file):
      translated(
        "the library {file}, which {format} needs, is not installed",
        ["file": file, "format": format])
    case .newer(let version):
      translated(
        "a newer version of this program wrote the board (format {version})",
        ["version": version])
    case .storage(let reason):
      translated("the board cannot be read or written: {reason}", ["reason": reason])
    }
  }
}

extension BoardError {
  /// Whether another program may read it, because it says nothing of this machine's files.
  package var isForOthers: Bool {
    switch self {
    case .noSuchList, .noSuchCard, .invalid, .malformed, .diskFull, .busy, .missingLibrary: true
    case .noSuchBoard, .movingAway, .ambiguous, .noSuchRepresentation, .noSuchItem,
      .unreadable, .brokenFile, .unwritable, .alreadyThere, .openInOlderVersion, .newer, .storage:
      false
    }
  }

  /// The error for content that a file of that name or path has.
  package func naming(file name: String) -> BoardError {
    switch self {
    case .malformed, .invalid: .brokenFile(path: name, reason: message)
    default: self
    }
  }

  /// The error for a file that is read together with others: then none of them is added.
  ///
  /// - Parameter count: of all these files.
  package func refusing(files count: Int) -> BoardError {
    guard count > 1 else { return self }
    func whole(_ reason: String) -> String {
      translated(
        "{reason}; none of the {count} files was added", ["reason": reason, "count": count])
    }
    return switch self {
    case .unreadable(let path, let reason): .unreadable(path: path, reason: whole(reason))
    case .brokenFile(let path, let reason): .brokenFile(path: path, reason: whole(reason))
    default: self
    }
  }
}
