internal import CommandLineArguments
internal import Foundation
internal import Translations

/// `dragboard shelf`: the only verb with a window, which `Main` opens without the loop of the other verbs.
enum ShelfVerb {
  /// With it the bus starts the process, which waits for a call before it shows its window.
  private static let service: Argument = "--gapplication-service"

  static let verb = Verb(
    "shelf", summary: "open the shelf alone: drop anything on it, drag it out elsewhere",
    description: """
      Opens a small window without a board. What is dropped on it stays there after its program has
      ended, until the window is closed, and drags out into any other program. It also shows what was
      copied, if dragclip runs. There is one shelf in a session: a second call shows its window again.
      “dragctl drag FILE” puts files on it.
      """,
    hasBoard: false, examples: [.init("dragboard shelf", "open it, or bring it to the front")]
  ) { _ in
    preconditionFailure("Main opens the window")
  }

  /// Whether a command line requests the window. `CommandLineTool` handles mistakes and `--help`.
  static func opensWindow(_ arguments: [Argument]) -> Bool {
    arguments == [Argument(verb.name)] || arguments == [Argument(verb.name), service]
  }

  static func run(_ arguments: [Argument]) -> Never {
    exit(ShelfApplication.run(isService: arguments.count > 1))
  }
}
