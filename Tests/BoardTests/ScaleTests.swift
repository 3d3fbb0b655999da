import Harness
import Testing

extension OnTheDesktop {
  @Suite struct ScaleTests {
    @Test(arguments: usually(.x11))
    func aCardIsDraggedWhereEverythingIsTwiceAsLarge(on server: DisplayServer) throws {
      try Desktop.run(on: server, scale: 2) { desktop in
        try desktop.fill(["To Do": ["one", "two", "three"], "Done": ["old", "older"]])
        let app = try desktop.start(width: 1000)
        try desktop.drag("two", of: app, to: app, "old", below: true)
        try app.expect(["To Do": ["one", "three"], "Done": ["old", "two", "older"]])
        try desktop.drag("two", of: app, to: app, "three", below: false)
        try app.expect(["To Do": ["one", "two", "three"], "Done": ["old", "older"]])
      }
    }
  }
}
