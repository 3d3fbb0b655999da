package import DragModel

/// The kinds of object with ids; each has a folder below the root object.
package enum ObjectKind: String, CaseIterable, Hashable, Sendable {
  case offer
  case transfer
  case target

  /// The error for a path of this kind without an object.
  package var absence: ErrorCode {
    switch self {
    case .offer: .noSuchOffer
    case .transfer: .noSuchTransfer
    case .target: .noSuchTarget
    }
  }
}

/// The object that a path of dragd names.
package enum ObjectPath: Hashable, Sendable {
  /// The object that implements Broker1 and ObjectManager.
  case root
  case offer(Identifier)
  case transfer(Identifier)
  case target(Identifier)
  /// The folder of a kind, which has only introspection.
  case folder(ObjectKind)
  /// A path in the folder of a kind whose last element is no id, so that no object ever had it.
  case absent(ObjectKind)
  /// One of the root object's parents, with the next element on the way down.
  case parent(next: String)

  /// The path of the root object.
  package static let rootText = "/org/dragd/Broker1"
  /// The path in an Accept result that needs no transfer.
  package static let nowhere = "/"

  /// Reads a path; nil for one that is not dragd's.
  package init?(_ path: String) {
    // Compares bytes, because every call to an offer or a transfer passes here.
    let bytes = path.utf8.span
    guard bytes.starts(with: Self.rootText.utf8.span) else {
      guard let next = Self.parents[path] else { return nil }
      self = .parent(next: next)
      return
    }
    let root = Self.rootText.utf8.count
    guard bytes.count > root else {
      self = .root
      return
    }
    guard bytes[root] == UInt8(ascii: "/") else { return nil }
    let rest = bytes.extracting(droppingFirst: root + 1)
    for kind in ObjectKind.allCases {
      let folder = kind.rawValue.utf8.span
      guard rest.starts(with: folder) else { continue }
      guard rest.count > folder.count else {
        self = .folder(kind)
        return
      }
      guard rest[folder.count] == UInt8(ascii: "/") else { continue }
      let id = Identifier(utf8: rest.extracting(droppingFirst: folder.count + 1))
      switch kind {
      case .offer: self = id.map(Self.offer) ?? .absent(kind)
      case .transfer: self = id.map(Self.transfer) ?? .absent(kind)
      case .target: self = id.map(Self.target) ?? .absent(kind)
      }
      return
    }
    return nil
  }

  /// The parents of the root object, for tools that walk down from `/`.
  private static let parents = ["/": "org", "/org": "dragd", "/org/dragd": "Broker1"]
}

extension ObjectPath: CustomStringConvertible {
  /// The path; for `absent`, which does not keep its last element, the folder.
  package var description: String {
    switch self {
    case .root: Self.rootText
    case .offer(let id): Self.text(.offer, id)
    case .transfer(let id): Self.text(.transfer, id)
    case .target(let id): Self.text(.target, id)
    case .folder(let kind), .absent(let kind): "\(Self.rootText)/\(kind.rawValue)"
    case .parent(let next): Self.parents.first { $0.value == next }?.key ?? Self.nowhere
    }
  }

  private static func text(_ kind: ObjectKind, _ id: Identifier) -> String {
    "\(rootText)/\(kind.rawValue)/\(id)"
  }
}

extension Identifier {
  package var offerPath: String { ObjectPath.offer(self).description }
  package var transferPath: String { ObjectPath.transfer(self).description }
  package var targetPath: String { ObjectPath.target(self).description }

  /// Reads the path of an offer; nil for any other.
  package init?(offerPath: String) {
    guard case .offer(let id)? = ObjectPath(offerPath) else { return nil }
    self = id
  }

  /// Reads the path of a transfer; nil for any other.
  package init?(transferPath: String) {
    guard case .transfer(let id)? = ObjectPath(transferPath) else { return nil }
    self = id
  }

  /// Reads the path of a drop target; nil for any other.
  package init?(targetPath: String) {
    guard case .target(let id)? = ObjectPath(targetPath) else { return nil }
    self = id
  }
}

extension Span<UInt8> {
  fileprivate func starts(with prefix: Span<UInt8>) -> Bool {
    guard count >= prefix.count else { return false }
    for index in prefix.indices where self[index] != prefix[index] { return false }
    return true
  }
}
