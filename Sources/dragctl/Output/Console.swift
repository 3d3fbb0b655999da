internal import DragModel
internal import DragSystem

/// What the program says: results on standard output, all else on standard error.
enum Console {
  /// A result. Fails when it cannot be written, as to a full disk.
  static func print(_ text: String) throws(Failure) {
    try print(Array(text.utf8))
  }

  /// A result that need not be UTF-8, as a path.
  static func print(_ bytes: [UInt8]) throws(Failure) {
    do throws(SystemError) {
      try StandardStream.output.write(bytes)
    } catch {
      throw Failure(.other, "standard output: \(error.reason)")
    }
  }

  static func print(_ json: JSON) throws(Failure) {
    try print("\(json)\n")
  }

  /// Something to know, which is not the result, on one line whatever it holds. Nobody may be reading any more: no
  /// failure.
  static func note(_ text: String) {
    draw(Printable.line(text) + "\n")
  }

  /// As it is, for a line that is not finished yet.
  static func draw(_ text: String) {
    guard !text.isEmpty else { return }
    try? StandardStream.error.write(Array(text.utf8))
  }

  static func report(_ failure: Failure) {
    guard !failure.message.isEmpty else { return }
    note("dragctl: \(failure.message)")
    if let hint = failure.hint { note(hint) }
  }
}

extension SystemError {
  /// What went wrong, without the call that it went wrong in: people do not care for that.
  var reason: String {
    String(description.dropFirst(call.count + 2))
  }
}
