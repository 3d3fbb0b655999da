internal import DragModel
internal import DragSystem

/// The name of something new in a folder.
enum NumberedName {
  /// Calls `place` with `wanted`, `wanted (1)`, `wanted (2)` … until one is free, and returns that.
  ///
  /// - Parameters:
  ///   - used: names in the folder that this run has used already.
  ///   - place: throws an error that `isExisting` for a name that is used.
  static func firstFree(
    _ wanted: [UInt8], avoiding used: UsedNames = UsedNames(),
    _ place: (_ name: [UInt8]) throws(SystemError) -> Void
  ) throws(SystemError) -> [UInt8] {
    let text = String(decoding: wanted, as: UTF8.self)
    var number = 0
    while true {
      let name = Array((number == 0 ? text : FileName.numbered(text, number)).utf8)
      number += 1
      if used.contains(name) { continue }
      do throws(SystemError) {
        try place(name)
        return name
      } catch {
        guard error.isExisting, number < 10_000 else { throw error }
      }
    }
  }
}
