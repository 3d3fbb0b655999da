internal import CommandLineArguments
internal import DragSystem
internal import Translations

/// The address of the session bus that dragctl tried, for the message that there is none.
enum SessionBus {
  /// Why there is no bus: the address that dragctl tried, and how to find the user's own bus.
  ///
  /// - Parameter reason: what libdbus says.
  static func absence(_ reason: String) -> String {
    let user = Environment.user
    guard let address = Environment["DBUS_SESSION_BUS_ADDRESS"] else {
      return "\(reason); \(advice(user))"
    }
    let text = Argument(address).text
    if let path = path(of: text), let owner = (try? FileStatus.of(path: Array(path.utf8)))?.owner,
      owner != user
    {
      return
        translated(
          "the session bus at {address} is that of user {owner}, and this is user {user}; {advice}",
          ["address": text, "owner": owner, "user": user, "advice": advice(user)])
    }
    return translated(
      "there is no session bus at {address}: {reason}; {advice}",
      ["address": text, "reason": reason, "advice": advice(user)])
  }

  private static func advice(_ user: UInt32) -> String {
    let folder = "/run/user/\(user)"
    let given = Environment["XDG_RUNTIME_DIR"].map { Argument($0).text }
    let isElsewhere = Environment["DBUS_SESSION_BUS_ADDRESS"] != nil
    switch (isElsewhere, given == folder) {
    case (false, true): return translated("log in to have one at {folder}/bus", ["folder": folder])
    case (false, false):
      return translated(
        "set XDG_RUNTIME_DIR={folder} to use that of your session", ["folder": folder])
    case (true, true):
      return translated(
        "unset DBUS_SESSION_BUS_ADDRESS, and log in to have one at {folder}/bus",
        ["folder": folder])
    case (true, false):
      return translated(
        "unset DBUS_SESSION_BUS_ADDRESS, and set XDG_RUNTIME_DIR={folder} to use that of your session",
        ["folder": folder])
    }
  }

  /// The path in an address such as `unix:path=/run/user/1000/bus,guid=…`.
  private static func path(of address: String) -> String? {
    guard let match = address.firstMatch(of: /^unix:(?:[^;]*,)?path=([^,;]*)/) else { return nil }
    return String(match.1)
  }
}
