internal import Foundation

extension Program {
  /// The environment of the tests, without the variables of the session in which they run.
  package static var baseEnvironment: [String: String] {
    let session = ["DBUS_", "XDG_", "NOTIFY_SOCKET", "LISTEN_", "NO_COLOR", "LC_", "LANGUAGE"]
    var variables = ProcessInfo.processInfo.environment.filter { variable in
      !session.contains { variable.key.hasPrefix($0) }
    }
    variables["LANG"] = "C.UTF-8"
    return variables
  }
}

/// Makes a write to an ended program fail with EPIPE; SIGPIPE would end all tests.
let ignoreBrokenPipes: Void = {
  signal(SIGPIPE, SIG_IGN)
}()
