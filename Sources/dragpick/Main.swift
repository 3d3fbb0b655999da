internal import DragClient
internal import DragModel
internal import Foundation

/// Picks pictures of a folder in the terminal and offers them.
@main enum DragPick {
  private static let usage = """
    Usage: dragpick [FOLDER]

    Shows the pictures of a folder (this one) and puts what you choose on offer: the
    file itself, and a thumbnail that is made on demand.
    """

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
      print(usage)
      return
    }
    if arguments.first == "--version" {
      print("dragpick \(DragClient.version)")
      return
    }
    guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
      complain("“\(arguments.joined(separator: " "))”: one folder is wanted; see dragpick --help")
      exit(2)
    }
    do {
      let pictures = try Picture.all(at: arguments.first ?? ".")
      let client = try await DragClient.connect()
      let terminal = try Terminal()
      var picker = Picker(pictures, client, terminal)
      await picker.run()
      terminal.restore()
    } catch let failure as PickFailure {
      complain(failure.message)
      exit(1)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("dragpick: \(Printable.line(message))\n".utf8))
  }
}
