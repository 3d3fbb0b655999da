internal import CGtk

/// Copies a string and frees it, “transfer full”.
nonisolated func ownedString(_ string: UnsafeMutablePointer<CChar>?) -> String {
  guard let string else { return "" }
  defer { g_free(string) }
  return String(cString: string)
}

/// Copies a string, “transfer none”.
func copiedString(_ string: UnsafePointer<CChar>?) -> String {
  string.map { String(cString: $0) } ?? ""
}

/// Calls the body with strings as a null-terminated C array, which is valid only there.
func withStrings<Value>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
  let copies = strings.map { g_strdup($0) }
  defer { for copy in copies { g_free(copy) } }
  var pointers = copies.map { UnsafePointer<CChar>($0) } + [nil]
  return pointers.withUnsafeMutableBufferPointer { body(nonNull($0.baseAddress)) }
}
