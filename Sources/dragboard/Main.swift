internal import BoardModel
internal import CommandLineArguments
internal import DragSystem
internal import Foundation
internal import GtkKit

/// `dragboard` opens the window, `dragboard --editor` the geocache editor alone, and `dragboard VERB` works on the
/// command line.
@main enum Main {
  static func main() {
    Interruption.failAtFileSizeLimit()
    let arguments = ProgramArguments.all.dropFirst().map { Argument($0) }
    if ShelfVerb.opensWindow(arguments) { ShelfVerb.run(arguments) }
    if CommandLineTool.isRequested(by: arguments) { CommandLineTool.run(arguments) }
    let options = CommandLineTool.options(arguments)
    if options.isEditor { exit(EditorApplication().run()) }
    var folder: String?
    do throws(BoardError) {
      let own = try options.isDemo ? Demo.folder : BoardStore.defaultFolder
      folder = own
      let store = try BoardStore(folder: own)
      store.onStep = { FailPoint.pass($0) }
      store.checkpointAside()
      if options.isDemo { try Demo.fill(store) }
      exit(BoardApplication(store, options).run())
    } catch {
      exit(FailedStart(error, folder: folder, options).run())
    }
  }

  /// - Parameter status: as documented in dragboard(1), EXIT STATUS.
  static func fail(_ message: String, status: Int32 = 1) -> Never {
    report(message)
    exit(status)
  }

  /// Writes a line on standard error.
  static func report(_ message: String) {
    // What cannot be written there is no reason to end: a window says it too.
    try? FileHandle.standardError.write(contentsOf: Data("dragboard: \(message)\n".utf8))
  }
}
