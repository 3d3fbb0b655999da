import Foundation
import Harness
import Testing

/// Pictures that take a decoder for ever, or all memory, on offer to everybody.
extension OnTheDesktop {
  @Suite struct PictureBombTests {
    /// Regression: the side panel decoded what was on offer. Two pictures took 1.6 GiB each; drawings with filters kept
    /// all processors, and no later picture appeared.
    @Test(arguments: usually(.x11))
    func aPictureAppearsBesideSomeThatNeverEnd(on server: DisplayServer) throws {
      try Desktop.run(on: server) { desktop in
        let folder = desktop.fixture.folder
        let app = try desktop.start(width: 1000)
        try desktop.waitForTargets(3)
        for name in ["one", "two"] {
          let file = try folder.write("\(name).svg", text: Self.endless)
          #expect(try desktop.dragctl("offer", file).exit == .success)
        }
        let large = try folder.write("large.ppm", text: "P6\n20000 20000\n255\n")
        let good = try folder.write("good.ppm", text: "P6\n1 1\n255\nabc")
        for file in [large, good] { #expect(try desktop.dragctl("offer", file).exit == .success) }
        let process = app.program.processIdentifier
        let children = "/proc/\(process)/task/\(process)/children"
        try app.press("F9")
        _ = try app.findAtRest("list item", "good.ppm")
        try eventually(within: Timeout.long, "its picture is there") {
          try app.look(places: .none).first("image", "Picture") != nil
        }
        try eventually(within: Timeout.long, "every decoder has ended") {
          try String(contentsOfFile: children, encoding: .utf8).isEmpty
        }
        let peak = try app.program.facts.peakMemory()
        #expect(peak < 500 << 20, "\(peak >> 20) MiB")
      }
    }

    private static let endless =
      "<svg xmlns='http://www.w3.org/2000/svg' width='900' height='900'>"
      + "<filter id='f' x='0' y='0' width='1' height='1'>"
      + String(
        repeating: "<feTurbulence baseFrequency='0.9' numOctaves='90000'/>", count: 50)
      + "</filter><rect width='900' height='900' filter='url(#f)'/></svg>"
  }
}
