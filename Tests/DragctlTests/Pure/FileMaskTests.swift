import DragModel
import DragSystem
import Foundation
import Harness
import Testing

@testable import dragctl

@Suite struct FileMaskTests {
  /// Regression: two threads of `dragctl target` that saved files at once could leave the mask at 077, and all later
  /// files were for their owner only.
  @Test func threadsThatSaveFilesLeaveTheMaskAsItIs() throws {
    let before = FileMode.denied
    let file = FileAttributes(mode: 0o644)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100_000 {
        guard Preservation.usual.attributes(file, .copy).mode != nil else { return }
      }
    }
    try eventually("the mask is as before") { FileMode.denied == before }
  }
}
