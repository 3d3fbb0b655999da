internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem

/// The object of a dragctl that stays on the bus. Through it `dragctl withdraw` and `dragctl cancel` reach the one
/// program that dragd allows to do that. It serves only the user's own programs: it refuses a program in a sandbox, and
/// one that it cannot identify.
enum ControlObject {
  static let path = "/org/dragd/dragctl"
  static let interface = "org.dragd.Dragctl1"
  static let transfers = "Transfers"
  static let withdraw = "Withdraw"
  static let cancel = "Cancel"
  static let withdrawAll = "WithdrawAll"
  static let ignore = "Ignore"

  /// The prefix of every such dragctl's name on the bus.
  static let namePrefix = "org.dragd.Dragctl1."

  /// A unique name for a connection: `:1.42` owns `org.dragd.Dragctl1.n1_42`.
  static func name(for uniqueName: String) -> String {
    namePrefix + "n" + String(uniqueName.dropFirst().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// The requests that this dragctl serves; `withdraw` and `cancel` return false for an unknown id.
  struct Handlers {
    /// The transfers that run here.
    var transfers: () -> [Identifier] = { [] }
    var withdraw: (Identifier) -> Bool = { _ in false }
    /// Withdraws everything that this dragctl offers, and returns the ids.
    var withdrawAll: () -> [Identifier] = { [] }
    /// Ignores an offer: `caller` states that a command of this dragctl has made it, and must be its source.
    var ignore: (Identifier, _ caller: String) -> Void = { _, _ in }
    var cancel: (_ transfer: Identifier, _ reason: String) -> Bool = { _, _ in false }
  }

  /// Serves the object, and requests the name without waiting for it: without the name only `withdraw` still finds this
  /// dragctl.
  static func serve(on connection: BrokerConnection, _ loop: EventLoop, _ handlers: Handlers) {
    let callers = Callers(connection, loop)
    connection.serve(path) { [weak connection] call in
      if call.hasInterface("org.freedesktop.DBus.Introspectable"), call.hasMember("Introspect") {
        connection?.bus.send(described(call))
        return
      }
      callers.check(call) { refusal in
        let reply = refusal ?? answer(call, handlers)
        if call.expectsReply { connection?.bus.send(reply) }
      }
    }
    try? connection.bus.requestName(name(for: connection.bus.uniqueName), .doNotQueue) { _ in }
  }

  private static func answer(_ call: Message, _ handlers: Handlers) -> Message {
    var reader = call.read()
    do throws(DecodingFailure) {
      switch call.member {
      case transfers:
        let reply = call.reply()
        try? reply.write { writer throws(BusError) in
          try writer.appendArray(of: "o") { array throws(BusError) in
            for id in handlers.transfers() { try array.appendPath(id.transferPath) }
          }
        }
        return reply
      case withdraw:
        let path = try reader.path()
        guard let id = Identifier(offerPath: path) else { return malformed(call, .offer, path) }
        return handlers.withdraw(id) ? call.reply() : absent(call, .noSuchOffer, id)
      case withdrawAll:
        let reply = call.reply()
        try? reply.write { writer throws(BusError) in
          try writer.appendArray(of: "o") { array throws(BusError) in
            for id in handlers.withdrawAll() { try array.appendPath(id.offerPath) }
          }
        }
        return reply
      case ignore:
        let path = try reader.path()
        guard let id = Identifier(offerPath: path) else { return malformed(call, .offer, path) }
        handlers.ignore(id, call.sender ?? "")
        return call.reply()
      case cancel:
        let path = try reader.path()
        let reason = try reader.string()
        guard let id = Identifier(transferPath: path) else {
          return malformed(call, .transfer, path)
        }
        return handlers.cancel(id, reason) ? call.reply() : absent(call, .noSuchTransfer, id)
      default:
        return call.errorReply(
          BusError.Name.unknownMethod, "\(interface) has no method \(call.member ?? "")")
      }
    } catch {
      return call.errorReply(BusError.Name.invalidArgs, error.description)
    }
  }

  private static func malformed(_ call: Message, _ folder: ObjectKind, _ path: String) -> Message {
    call.errorReply(
      BusError.Name.invalidArgs,
      "argument 1 is \(path), not \(ObjectPath.folder(folder))/ID with a whole id")
  }

  private static func absent(_ call: Message, _ code: ErrorCode, _ id: Identifier) -> Message {
    call.errorReply(code.errorName, "this dragctl has no “\(id)”")
  }

  private static func described(_ call: Message) -> Message {
    let reply = call.reply()
    try? reply.write { writer throws(BusError) in try writer.append(introspection) }
    return reply
  }

  private static let introspection = """
    <node>
      <interface name="\(interface)">
        <method name="\(transfers)"><arg name="transfers" type="ao" direction="out"/></method>
        <method name="\(withdraw)"><arg name="offer" type="o" direction="in"/></method>
        <method name="\(withdrawAll)"><arg name="offers" type="ao" direction="out"/></method>
        <method name="\(ignore)"><arg name="offer" type="o" direction="in"/></method>
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

/// Looks up the callers of the control object.
private final class Callers {
  private let lookUp: SandboxLookUp
  private var waiting = 0
  /// How many calls may wait for a look-up at a time; people make one after the other.
  private static let most = 64

  init(_ connection: BrokerConnection, _ loop: EventLoop) {
    lookUp = SandboxLookUp(connection, loop)
  }

  /// Calls `then` with an error for the caller, or nil when the call may continue.
  func check(_ call: Message, then: @escaping (Message?) -> Void) {
    guard waiting < Self.most else {
      return then(
        call.errorReply(
          BusError.Name.limitsExceeded, "\(Self.most) calls wait already: call again later"))
    }
    waiting += 1
    lookUp.ask(about: call.sender ?? "") { [unowned self] isSandboxed in
      waiting -= 1
      guard isSandboxed else { return then(nil) }
      then(
        call.errorReply(
          ErrorCode.accessDenied.errorName,
          "only a program that is known to be in no sandbox may call this"))
    }
  }
}
