internal import Foundation

extension Program {
  /// The environment of the test, without what ties it to the session that it was started from.
  package static var baseEnvironment: [String: String] {
    let session = ["DBUS_", "XDG_", "NOTIFY_SOCKET", "LISTEN_", "NO_COLOR", "LC_", "LANGUAGE"]
    var variables = ProcessInfo.processInfo.environment.filter { variable in
      !session.contains { variable.key.hasPrefix($0) }
    }
    variables["LANG"] = "C.UTF-8"
    return variables
  }
}

/// A write to a program that has gone is an error of that write, not the end of all tests.
let ignoreBrokenPipes: Void = {
  signal(SIGPIPE, SIG_IGN)
}()
