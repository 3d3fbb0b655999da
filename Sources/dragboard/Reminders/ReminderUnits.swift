internal import BoardModel
internal import Foundation

/// The timer of systemd's user manager that has the bus start this program when the next card becomes due: two unit
/// files, which are there only while something becomes due. Nothing happens without that manager.
nonisolated enum ReminderUnits {
  private static let name = "org.dragd.Board.reminder"

  /// Sets the timer, or removes it for nil; nothing is to do where it is set so.
  @concurrent static func arm(_ next: DueDate?) async { armNow(next) }

  static func armNow(_ next: DueDate?) {
    guard let folder else { return }
    let (timer, service) = ("\(folder)/\(name).timer", "\(folder)/\(name).service")
    let old = try? String(contentsOfFile: timer, encoding: .utf8)
    guard let next else {
      guard old != nil else { return }
      run("disable", "--now", "\(name).timer")
      for path in [timer, service] { try? FileManager.default.removeItem(atPath: path) }
      run("daemon-reload")
      return
    }
    let text = Self.timer(at: next)
    guard old != text else { return }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Self.service.write(toFile: service, atomically: true, encoding: .utf8)
      try text.write(toFile: timer, atomically: true, encoding: .utf8)
    } catch {
      // Reminders while the program runs need no files.
      return
    }
    run("daemon-reload")
    run("enable", "\(name).timer")
    run("restart", "\(name).timer")
  }

  /// Where the person's units are; nil without systemd's user manager.
  private static var folder: String? {
    let variables = ProcessInfo.processInfo.environment
    guard let runtime = variables["XDG_RUNTIME_DIR"],
      access("\(runtime)/systemd/private", F_OK) == 0
    else { return nil }
    let own = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let config = own ?? variables["HOME"].map({ "\($0)/.config" }) else { return nil }
    return "\(config)/systemd/user"
  }

  /// A time that has passed while the machine was off is made up for (systemd.timer(5), Persistent).
  private static func timer(at next: DueDate) -> String {
    let time = next.description.split(separator: "T").joined(separator: " ")
    return """
      [Unit]
      Description=Reminder of a card of dragboard

      [Timer]
      OnCalendar=\(time):00
      AccuracySec=1s
      Persistent=true

      [Install]
      WantedBy=timers.target

      """
  }

  private static let service = """
    [Unit]
    Description=Reminder of a card of dragboard

    [Service]
    Type=oneshot
    ExecStart=busctl --user call \(BoardApplication.id) /org/dragd/Board org.freedesktop.Application \
      ActivateAction sava{sv} remind 0 0

    """

  private static func run(_ arguments: String...) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["systemctl", "--user", "--quiet"] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    if (try? process.run()) != nil { process.waitUntilExit() }
  }
}
