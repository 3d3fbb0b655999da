internal import DragModel

/// The types of a content that dragclip has read ahead.
package struct KeptContent: Hashable, Sendable {
  package let serial: Serial
  /// In the owner's order.
  package let types: [KeptType]
  /// When a program copied it, in microseconds of the real-time clock since 1970.
  package let copied: UInt64
  /// Text of one word and at most 128 bytes: perhaps a password, from a manager that gives no hint.
  package let isSingleWord: Bool

  package init(serial: Serial, types: [KeptType], copied: UInt64, isSingleWord: Bool = false) {
    self.serial = serial
    self.types = types
    self.copied = copied
    self.isSingleWord = isSingleWord
  }

  package var size: UInt64 { types.reduce(0) { $0 + $1.size } }

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

  package init(imported: ImportedType, read: ReadNumber, size: UInt64) {
    self.imported = imported
    self.read = read
    self.size = size
  }
}
