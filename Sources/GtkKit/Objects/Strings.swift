internal import CGtk

/// A string that C hands over.
func taken(_ string: UnsafeMutablePointer<CChar>?) -> String {
  guard let string else { return "" }
  defer { g_free(string) }
  return String(cString: string)
}

/// A string that stays C's.
func read(_ string: UnsafePointer<CChar>?) -> String {
  string.map { String(cString: $0) } ?? ""
}

/// Strings as a C array that a nil ends, valid in the body only.
func withStrings<Value>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
  let copies = strings.map { g_strdup($0) }
  defer { for copy in copies { g_free(copy) } }
  var pointers = copies.map { UnsafePointer<CChar>($0) } + [nil]
  return pointers.withUnsafeMutableBufferPointer { body(made($0.baseAddress)) }
}
