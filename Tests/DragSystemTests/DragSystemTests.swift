import DragSystem
import Foundation
import Testing

@Test func errorsNameTheCall() {
  #expect(SystemError("open", errno: ENOENT).description == "open: No such file or directory")
}
