internal import DragModel

extension ItemAttributes: KeyedDictionary {
  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of attributes: inout Self
  ) throws(Visitor.Failure) {
    try keys.optional("name", &attributes.name, .fileName)
    try keys.optional("name_bytes", &attributes.file.name, .fileNameBytes)
    try keys.optional("key", &attributes.key, .text(atMost: Lengths.text))
    try keys.optional("local", &attributes.local, .text(atMost: Lengths.text))
    try keys.optional("mode", &attributes.file.mode, .number(atMost: 0o7777))
    try keys.optional("modified", &attributes.file.modified, .number())
  }
}

/// The dictionary of a representation in Offer and AddItems.
struct RepresentationEntry: KeyedDictionary {
  var type: MIMEType?
  var data: [UInt8]?
  var descriptor: DescriptorValue?
  var size: UInt64?
  var visibility = Visibility.all

  static var unstated: Self { Self() }

  static func visitKeys<Visitor: KeyVisitor & ~Copyable>(
    _ keys: inout Visitor, of offered: inout Self
  ) throws(Visitor.Failure) {
    try keys.optional("type", &offered.type, .mimeType)
    try keys.optional("data", &offered.data, .bytes(atMost: Lengths.data))
    try keys.optional("fd", &offered.descriptor, .descriptor)
    // No file is larger, and elsewhere the highest number says that a size is unknown.
    try keys.optional("size", &offered.size, .number(atMost: UInt64(Int64.max)))
    try keys.defaulted("visibility", &offered.visibility, unstated.visibility, .word())
  }
}
