internal import CSQLite

/// A value that a statement binds.
enum SQLValue {
  case text(String)
  case integer(Int)
  case real(Double)
  case bytes([UInt8])
  case null

  static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }
  static func optional(_ value: Int?) -> SQLValue { value.map { .integer($0) } ?? .null }
  static func optional(_ value: Double?) -> SQLValue { value.map { .real($0) } ?? .null }
  static func flag(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}

/// A compiled statement, which can run repeatedly.
final class Statement {
  let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func bind(_ value: SQLValue, at index: CInt) -> CInt {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, Int64(number))
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(let text):
      var text = text
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          // SQLite reads a null pointer as NULL; an empty string needs an address.
          characters.isEmpty
            ? sqlite_bind_copied_text(handle, index, "", 0)
            : sqlite_bind_copied_text(
              handle, index, characters.baseAddress, CInt(characters.count))
        }
      }
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
      return bytes.withUnsafeBytes {
        sqlite_bind_copied_blob(handle, index, $0.baseAddress, CInt($0.count))
      }
    }
  }
}

/// The current row of a result; valid until the next row is read.
struct Row {
  let statement: OpaquePointer

  func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement, CInt(column)) == SQLITE_NULL
  }

  func text(_ column: Int) -> String {
    guard let bytes = sqlite3_column_text(statement, CInt(column)) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, CInt(column)))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Calls the body with the bytes of a text, which are valid only there.
  func withText<Result>(
    _ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let bytes = sqlite3_column_text(statement, CInt(column))
    let count = Int(sqlite3_column_bytes(statement, CInt(column)))
    return body(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  /// Whether a text has no characters.
  func isEmpty(_ column: Int) -> Bool {
    sqlite3_column_bytes(statement, CInt(column)) == 0
  }

  func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(statement, CInt(column))) }

  func real(_ column: Int) -> Double { sqlite3_column_double(statement, CInt(column)) }

  func bytes(_ column: Int) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(statement, CInt(column)))
    guard let start = sqlite3_column_blob(statement, CInt(column)) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }
}
