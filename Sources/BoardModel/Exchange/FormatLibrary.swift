/// Loads the functions of a library that only one format needs.
///
/// - Parameter load: fills a structure of functions from the library with that name; see Sources/CLinux/library.h.
/// - Throws: `missingLibrary`, also for a library without the functions.
func loadFunctions<Functions>(
  for format: String, of file: String,
  by load: (UnsafeMutablePointer<Functions>, UnsafePointer<CChar>) -> Bool
) throws(BoardError) -> Functions {
  let functions = withUnsafeTemporaryAllocation(of: Functions.self, capacity: 1) { place in
    place.baseAddress.flatMap { load($0, file) ? $0.pointee : nil }
  }
  guard let functions else { throw .missingLibrary(format: format, file: file) }
  return functions
}
