import BoardModel
import Harness
import Testing

extension OnTheDesktop {
  @Suite struct QuittingTests {
    @Test(arguments: ["ctrl+q", "ctrl+w"])
    func whatWasTypedIsKept(_ keys: String) throws {
      try Desktop.run { desktop in
        try desktop.addGeocache(
          #"{"name":"Mill","summary":"Look up","latitude":53.5,"longitude":7}"#)
        let app = try desktop.start()
        try app.click("list item", "Mill")
        try app.press("F2")
        _ = try app.find("label", "Drag “Mill”")
        try app.click("text", "Name")
        try app.press("ctrl+a")
        try app.type("Windmill")
        _ = try app.find("label", "Drag “Windmill”")
        try app.press(keys)
        #expect(try app.program.wait(within: calm).exit == .exited(0))
        #expect(try app.stored().flatMap(\.cards) == ["Windmill"])
      }
    }
  }
}
