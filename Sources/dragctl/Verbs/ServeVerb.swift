internal import CommandLineArguments
internal import DragLine
internal import DragSystem
internal import Translations

/// `dragctl serve`
enum ServeVerb {
  static let verb = Verb(
    "serve", summary: "be the other end of “dragctl -H”, which starts this over ssh",
    description: """
      Serves the dragctl at the other end of standard input and output: for each of its connections it has one to the
      session bus here. It ends with them.
      """,
    flags: [], settlesFirst: false, takesHost: false
  ) { _ throws(Failure) in
    guard [StandardStream.input, .output].allSatisfy(isLine) else {
      throw .usage(
        translated(
          "serve is started by “dragctl -H HOST” over ssh, and speaks to no terminal and no file"))
    }
    Interruption.ignoreBrokenPipes()
    let reason = try mapError { () throws(SystemError) in
      try FarProcess.run()
    } to: {
      Failure(
        .other,
        translated("standard input and output are no line: {reason}", ["reason": $0.reason]))
    }
    // The other end has said it too, in better words.
    if reason != nil { throw Failure(.unavailable, "") }
  }

  /// Whether a program can be at the other end.
  private static func isLine(_ stream: StandardStream) -> Bool {
    guard let descriptor = try? stream.duplicate(), let status = try? FileStatus(of: descriptor)
    else { return false }
    return [.fifo, .socket].contains(status.kind)
  }
}
