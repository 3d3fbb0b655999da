internal import CLinux

/// A failure of the tests' own machinery: a bus that does not start, a wait that timed out.
package struct HarnessFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// The system call that just failed, with errno(3) in words.
  static func last(_ call: String) -> HarnessFailure {
    HarnessFailure("\(call): \(String(cString: strerror(linux_errno())))")
  }
}

/// The result of a system call that answers −1 on failure.
@discardableResult
func checked(_ call: String, _ result: Int32) throws(HarnessFailure) -> Int32 {
  guard result >= 0 else { throw .last(call) }
  return result
}
