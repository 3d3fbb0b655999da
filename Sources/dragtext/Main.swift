internal import DragClient
internal import GtkKit

/// A text that is dragged out by its handle or its selection, and takes the text that is dropped on it: through dragd
/// where the other side speaks it too.
@main enum DragText {
  static func main() {
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
