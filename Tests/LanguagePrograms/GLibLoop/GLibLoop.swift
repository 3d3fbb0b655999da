// GLibLoop: copies the newest text on offer to standard output, under GLib's main loop.
import CGIO
import DragClient
import Glibc

@main @MainActor struct GLibLoop {
  static func main() {
    let loop = g_main_loop_new(nil, 0)
    let channel = g_io_channel_unix_new(MainActorQueue.descriptor)
    g_io_add_watch(
      channel, G_IO_IN,
      { _, _, _ in
        MainActorQueue.process()
        return 1
      }, nil)
    Task {
      var status: Int32 = 0
      do {
        let item = try await DragClient.connect().find(["text/plain"]).firstItem(["text/plain"])
        print(try await item.load(as: String.self))
      } catch {
        print(error)
        status = 1
      }
      exit(status)
    }
    g_main_loop_run(loop)
  }
}
