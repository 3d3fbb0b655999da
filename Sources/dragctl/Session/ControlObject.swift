internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol

/// The object of a dragctl that stays on the bus, through which `dragctl withdraw` and `dragctl
/// cancel` reach the one program that dragd lets do it.
enum ControlObject {
  static let path = "/org/dragd/dragctl"
  static let interface = "org.dragd.Dragctl1"
  static let withdraw = "Withdraw"
  static let cancel = "Cancel"

  /// The beginning of every such dragctl's name on the bus.
  static let namePrefix = "org.dragd.Dragctl1."

  /// A name of its own for a connection: `:1.42` owns `org.dragd.Dragctl1.n1_42`.
  static func name(for uniqueName: String) -> String {
    namePrefix + "n" + String(uniqueName.dropFirst().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// What this dragctl can be asked for; each gets the end of a path, an id or its beginning, and
  /// answers whether it has such a thing.
  struct Handlers {
    var withdraw: (String) -> Bool = { _ in false }
    var cancel: (_ transfer: String, _ reason: String) -> Bool = { _, _ in false }
  }

  /// Serves the object, and asks for the name without waiting for it: without it only `withdraw`
  /// still finds this dragctl.
  static func serve(on connection: BrokerConnection, _ handlers: Handlers) {
    connection.serve(path) { [weak connection] call in
      guard let connection else { return }
      let reply = answer(call, handlers)
      if call.expectsReply { connection.bus.send(reply) }
    }
    try? connection.bus.requestName(name(for: connection.bus.uniqueName), .doNotQueue) { _ in }
  }

  private static func answer(_ call: Message, _ handlers: Handlers) -> Message {
    if call.hasInterface("org.freedesktop.DBus.Introspectable"), call.hasMember("Introspect") {
      let reply = call.reply()
      try? reply.write { writer throws(BusError) in try writer.append(introspection) }
      return reply
    }
    var reader = call.read()
    do throws(DecodingFailure) {
      switch call.member {
      case withdraw:
        let id = try lastElement(of: reader.path(), in: .offer)
        return handlers.withdraw(id) ? call.reply() : absent(call, .noSuchOffer, id)
      case cancel:
        let id = try lastElement(of: reader.path(), in: .transfer)
        let reason = try reader.string()
        return handlers.cancel(id, reason) ? call.reply() : absent(call, .noSuchTransfer, id)
      default:
        return call.errorReply(
          BusError.Name.unknownMethod, "\(interface) has no method \(call.member ?? "")")
      }
    } catch {
      return call.errorReply(BusError.Name.invalidArgs, error.description)
    }
  }

  private static func lastElement(
    of path: String, in folder: ObjectKind
  ) throws(DecodingFailure) -> String {
    let prefix = "\(ObjectPath.folder(folder))/"
    guard path.hasPrefix(prefix) else {
      throw DecodingFailure(expected: "\(prefix)ID", found: path, at: "argument 1")
    }
    return String(path.dropFirst(prefix.count))
  }

  private static func absent(_ call: Message, _ code: ErrorCode, _ id: String) -> Message {
    call.errorReply(code.errorName, "this dragctl has no “\(id)”")
  }

  private static let introspection = """
    <node>
      <interface name="\(interface)">
        <method name="\(withdraw)"><arg name="offer" type="o" direction="in"/></method>
        <method name="\(cancel)">
          <arg name="transfer" type="o" direction="in"/>
          <arg name="reason" type="s" direction="in"/>
        </method>
      </interface>
      <interface name="org.freedesktop.DBus.Introspectable">
        <method name="Introspect"><arg name="xml" type="s" direction="out"/></method>
      </interface>
    </node>
    """
}
