internal import DBus
internal import DragModel

/// A text that is refused when it is too long.
struct TextCodec: ValueCodec {
  var limit: Int

  var signature: String { "s" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> String {
    try reader.text(label, atMost: limit)
  }

  func readChecked(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> String {
    try reader.text()
  }

  func write(_ value: String, _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, value)
  }
}

/// A text for people. Of one that is too long it keeps the start.
struct ShortenedTextCodec: ValueCodec {
  var limit: Int

  var signature: String { "s" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> String {
    try reader.text().prefix(bytes: limit)
  }

  func write(_ value: String, _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, value)
  }
}

/// A suggested file name: one component of a path.
struct FileNameCodec: ValueCodec {
  var signature: String { "s" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> String {
    let name = try reader.text(label, atMost: Lengths.name)
    let isComponent =
      !name.isEmpty && name != "." && name != ".."
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    guard isComponent else {
      throw .invalid(
        "\(label) is \(name.quoted): it must be one path component, not empty, not “.” or “..”, "
          + "without “/”")
    }
    return name
  }

  func readChecked(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> String {
    try reader.text()
  }

  func write(_ value: String, _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, value)
  }
}

/// The bytes of a file's name, which need not be UTF-8: one component of a path.
struct FileNameBytesCodec: ValueCodec {
  var signature: String { "ay" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> [UInt8] {
    let bytes = try readChecked(&reader, label)
    guard bytes.count <= Lengths.name else {
      throw .invalid("\(label) has \(bytes.count) bytes, the limit is \(Lengths.name)")
    }
    guard let name = FileName.own(bytes) else {
      throw .invalid(
        "\(label) is \(String(decoding: bytes, as: UTF8.self).quoted): it must be one path component, "
          + "not empty, not “.” or “..”, without “/”")
    }
    return name
  }

  func readChecked(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> [UInt8]
  {
    try reader.reading { reader throws(DecodingFailure) in try reader.bytes() }
  }

  func write(_ value: [UInt8], _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, bytes: value)
  }
}

struct CookieCodec: ValueCodec {
  var signature: String { "s" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> String {
    try reader.cookie()
  }

  func write(_ value: String, _ key: String, to entries: inout DictionaryWriter) throws(BusError) {
    try entries.entry(key, value)
  }
}

/// Texts, as they are.
struct TextsCodec: ValueCodec {
  var signature: String { "as" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> [String] {
    try reader.texts()
  }

  func write(
    _ value: [String], _ key: String, to entries: inout DictionaryWriter
  ) throws(BusError) {
    try entries.entry(key, strings: value)
  }
}

/// MIME types; text that is no MIME type is left out.
struct MIMETypesCodec: ValueCodec {
  var signature: String { "as" }

  func read(_ reader: inout MessageReader, _ label: ValueLabel) throws(Rejection) -> [MIMEType] {
    try reader.texts().compactMap { MIMEType($0) }
  }

  func write(
    _ value: [MIMEType], _ key: String, to entries: inout DictionaryWriter
  ) throws(BusError) {
    try entries.entry(key, strings: value.map(\.description))
  }
}

extension ValueCodec where Self == TextsCodec {
  static var texts: Self { Self() }
}

extension ValueCodec where Self == MIMETypesCodec {
  static var mimeTypes: Self { Self() }
}

extension ValueCodec where Self == TextCodec {
  static func text(atMost limit: Int = .max) -> Self { Self(limit: limit) }
}

extension ValueCodec where Self == ShortenedTextCodec {
  static func text(cutAfter limit: Int) -> Self { Self(limit: limit) }
}

extension ValueCodec where Self == FileNameCodec {
  static var fileName: Self { Self() }
}

extension ValueCodec where Self == FileNameBytesCodec {
  static var fileNameBytes: Self { Self() }
}

extension ValueCodec where Self == CookieCodec {
  static var cookie: Self { Self() }
}
