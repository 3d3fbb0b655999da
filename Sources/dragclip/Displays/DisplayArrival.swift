internal import DBus
internal import DragConnection
internal import DragSystem

/// Finds out whether the session has a display that it did not have when the service manager started dragclip. Only the
/// service manager knows: a desktop puts the name of its display into the manager's environment.
final class DisplayArrival {
  private let bus: Connection
  private let arrived: () -> Void
  private var isAsking = false
  /// Whether something has changed since the question.
  private var asksAgain = false

  private static let manager = "org.freedesktop.systemd1"
  private static let managerPath = "/org/freedesktop/systemd1"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// A target that a desktop starts once its display is there (systemd.special(7)).
  private static let session = "\(managerPath)/unit/graphical_2dsession_2etarget"
  /// Milliseconds.
  private static let timeout = 5_000

  /// Nil where no service manager has started this program, which would start it again.
  init?(on connection: BrokerConnection, arrived: @escaping () -> Void) {
    guard ServiceManager.hasStartedThisProgram else { return nil }
    bus = connection.bus
    self.arrived = arrived
    connection.listen { [weak self] message in
      if message.kind == .signal, message.path == Self.session { self?.look() }
    }
    try? bus.addMatch(
      "type='signal',sender='\(Self.manager)',interface='\(Self.properties)',"
        + "member='PropertiesChanged',path='\(Self.session)'")
    // Without a subscriber the manager signals nothing.
    if let call = try? Self.call("Subscribe", of: "\(Self.manager).Manager") {
      call.expectNoReply()
      bus.send(call)
    }
    look()
  }

  /// Asks the service manager; once more where it has not answered yet.
  func look() {
    asksAgain = isAsking
    guard !isAsking, let call = try? Self.call("Get", of: Self.properties) else { return }
    let written: Void? = try? call.write { writer throws(BusError) in
      try writer.append("\(Self.manager).Manager")
      try writer.append("Environment")
    }
    guard written != nil else { return }
    isAsking = true
    bus.call(call, timeout: Self.timeout) { [weak self] result in
      guard let self else { return }
      isAsking = false
      if let reply = try? result.get(), Self.namesNewDisplay(reply) {
        arrived()
      } else if asksAgain {
        look()
      }
    }
  }

  private static func call(_ member: String, of interface: String) throws(BusError) -> Message {
    let call = try Message.call(
      to: manager, path: managerPath, interface: interface, member: member)
    call.startNothing()
    return call
  }

  private static func namesNewDisplay(_ reply: Message) -> Bool {
    var reader = reply.read()
    guard var value = try? reader.variant(), var settings = try? value.array() else { return false }
    while !settings.isAtEnd, let setting = try? settings.string() {
      let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, Display.variables.contains(parts[0]) else { continue }
      if Environment[parts[0]] != Array(parts[1].utf8) { return true }
    }
    return false
  }
}
