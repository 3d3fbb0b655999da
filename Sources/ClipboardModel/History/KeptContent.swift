package import DragModel

/// The types of a content that dragclip has read ahead.
package struct KeptContent: Hashable, Sendable {
  package let serial: Serial
  /// In the owner's order.
  package let types: [KeptType]
  /// When a program copied it, in microseconds of the real-time clock since 1970.
  package let copied: UInt64
  /// Text of one word and at most 128 bytes: perhaps a password, from a manager that gives no hint.
  package let isSingleWord: Bool
  /// Of the one file that was copied.
  package let file: FileAttributes

  package init(
    serial: Serial, types: [KeptType], copied: UInt64, isSingleWord: Bool = false,
    file: FileAttributes = FileAttributes()
  ) {
    self.serial = serial
    self.types = types
    self.copied = copied
    self.isSingleWord = isSingleWord
    self.file = file
  }

  package var size: UInt64 { types.reduce(0) { $0 + $1.size } }

  /// As `size`, but a text that a program copies under several names counts once.
  package var differentSize: UInt64 { differentTypes.reduce(0) { $0 + $1.size } }

  /// Whether it has the same types with the same bytes. False where that is unknown. A text that a program copies under
  /// several names counts once.
  func isEqual(_ other: KeptContent) -> Bool {
    let (own, others) = (differentTypes, other.differentTypes)
    return !own.isEmpty && own.elementsEqual(others) { $0.isEqual($1) }
  }

  private var differentTypes: [KeptType] {
    types.reduce(into: []) { found, type in
      if !found.contains(where: { $0.isEqual(type) }) { found.append(type) }
    }
  }

  /// Nil for a type that was not read.
  func source(of type: MIMEType) -> ProvideSource? {
    types.first { $0.imported.type == type }.map { .held($0.read, size: $0.size) }
  }
}

/// One type of a kept content.
package struct KeptType: Hashable, Sendable {
  package let imported: ImportedType
  /// The read that has its bytes.
  package let read: ReadNumber
  package let size: UInt64
  /// A keyed hash of the bytes, the same for the same bytes as long as dragclip runs; nil for bytes without one.
  package let fingerprint: UInt64?

  package init(
    imported: ImportedType, read: ReadNumber, size: UInt64, fingerprint: UInt64? = nil
  ) {
    self.imported = imported
    self.read = read
    self.size = size
    self.fingerprint = fingerprint
  }

  /// Whether it has the same bytes as the same type. False where that is unknown.
  func isEqual(_ other: KeptType) -> Bool {
    let (type, otherType) = (imported.type, other.imported.type)
    let isSameType =
      type == otherType || type.essence == "text/plain" && otherType.essence == "text/plain"
    return isSameType && fingerprint != nil && fingerprint == other.fingerprint
      && size == other.size
  }
}
