internal import DragClient
internal import DragModel
internal import DragSystem
internal import GtkKit

/// A text that can be dragged out by its handle or its selection, and that accepts a dropped text: through dragd if the
/// other side supports it.
@main enum DragText {
  static func main() {
    if let word = CommandLine.arguments.dropFirst().first {
      guard word == "--version" else {
        let message = "dragtext: it takes nothing but --version, not “\(Printable.line(word))”\n"
        try? StandardStream.error.write(Array(message.utf8))
        ProgramExit.now(2)
      }
      print("dragtext \(DragClient.version)")
      return
    }
    let application = Application(id: "org.dragd.Text", isUnique: false)
    var bus: DragClient?
    var window: TextWindow?
    application.onStartup {
      Task { bus = try? await DragClient.connect() }
    }
    application.onActivate {
      if window == nil { window = TextWindow(in: application) { bus } }
      window?.present()
    }
    application.onShutdown { bus?.close() }
    _ = application.run()
  }
}
