internal import DBus
internal import DragConnection
internal import DragModel
internal import DragProtocol
internal import DragSystem
internal import GtkKit
internal import PeerIdentity

/// The shelf on the session bus: owns its name, so that there is one window, and serves programs that provably run
/// outside of sandboxes. GLib's loop runs it.
final class ShelfService {
  let connection: BrokerConnection
  private let loop: EventLoop
  private let peers: PeerDirectory
  private let workers: WorkerPool
  private var following: PeerFollowing?
  private var watch: DescriptorWatch?
  private var waiting = 0
  /// Calls of Add, most of which wait for their answers.
  private var requests: [ShelfRequest] = []
  /// Shows the window; gets an activation token.
  var onShow: @MainActor (String?) -> Void = { _ in }
  /// Shows an offer, or refuses it in the answer to its request.
  var onAdd: @MainActor (ShelfRequest) -> Void = { _ in }
  /// A program that had added an offer has left the bus.
  var onLeave: @MainActor (_ caller: String) -> Void = { _ in }
  /// dragd has ended, and with it what it held for callers.
  var onBrokerEnd: @MainActor () -> Void = {}

  /// Calls that may wait at once for the identification of their callers.
  private static let most = 64
  private static let timeout = 25_000
  /// How long the end waits for a bus that takes nothing, in milliseconds.
  private static let flushTimeout = 1_000

  /// The result of the request for the name.
  enum Start {
    case owner(ShelfService)
    /// Another process is the shelf and shows its window now.
    case shownByOther
    case failed(String)
  }

  /// Connects and requests the name. Blocks until the bus answers.
  static func start() -> Start {
    do throws(RequestError) {
      let connection = try BrokerConnection.session()
      // The object is served before the name is requested, or the first call would fail.
      let service = try ShelfService(connection)
      guard try service.requestName() else {
        let token = Environment["XDG_ACTIVATION_TOKEN"].map { String(decoding: $0, as: UTF8.self) }
        let call = try BrokerCall<Void>.showShelf(ShowShelfCall(activationToken: token))
        try connection.perform(call, timeout: timeout)
        return .shownByOther
      }
      return .owner(service)
    } catch {
      return .failed(error.message)
    }
  }

  private init(_ connection: BrokerConnection) throws(RequestError) {
    self.connection = connection
    loop = try mapError { () throws(SystemError) in
      try EventLoop()
    } to: {
      RequestError(.other, "\($0)")
    }
    connection.attach(to: loop)
    workers = WorkerPool(remote: loop.remote, threads: 4, perLane: 1)
    peers = PeerDirectory(bus: connection.bus, workers: workers)
    connection.serve(ObjectPath.shelfText) { [weak self] in self?.receive($0) }
    connection.onOwnerChange = { [weak self] in if $0 == nil { self?.onBrokerEnd() } }
    try connection.followOwner()
    following = PeerFollowing(on: connection) { [weak self] in self?.left($0) }
  }

  private func requestName() throws(RequestError) -> Bool {
    return try mapError { () throws(BusError) in
      try connection.bus.requestName(BusName.shelf, .doNotQueue).isOwner
    } to: {
      RequestError(.other, $0.message)
    }
  }

  /// Starts serving; what has arrived is handled when GLib's loop runs.
  func run() {
    watch = DescriptorWatch(readable: loop.descriptor) { [loop] in loop.turn(timeout: 0) }
  }

  /// Asks for the id of the session: that of its bus, which no other bus ever has (D-Bus, `GetId`).
  func askForSession(_ body: @escaping @MainActor (String?) -> Void) {
    let name = Connection.busName
    guard
      let call = try? Message.call(
        to: name, path: "/org/freedesktop/DBus", interface: name, member: "GetId")
    else { return body(nil) }
    connection.bus.call(call, timeout: Self.timeout) { result in
      guard case .success(let reply) = result else { return body(nil) }
      var reader = reply.read()
      body(try? reader.string())
    }
  }

  /// Tells waiting callers that their tiles are gone, also where none was shown yet, and leaves the bus.
  func close() {
    for request in requests { request.answer(wasDragged: false) }
    connection.bus.flush(within: Self.flushTimeout)
    connection.bus.close()
    watch = nil
  }

  // MARK: Serving

  private func receive(_ call: Message) {
    guard let sender = call.sender else { return }
    guard waiting < Self.most else {
      return send(
        call.errorReply(
          BusError.Name.limitsExceeded, "\(Self.most) calls wait already: call again later"),
        to: call)
    }
    waiting += 1
    let peer = Peer(sender)
    peers.identify(peer) { [weak self] party in
      guard let self else { return }
      waiting -= 1
      // Calls are rare, so a caller is identified anew at each call.
      peers.forget(peer)
      do throws(Rejection) {
        guard !party.isSandboxed else {
          throw Rejection(
            .accessDenied,
            "only programs that provably run outside of sandboxes may use the shelf, and \(peer.name) "
              + "does not")
        }
        try serve(call, of: peer)
      } catch {
        send(call.errorReply(BusError(error)), to: call)
      }
    }
  }

  private func serve(_ call: Message, of peer: Peer) throws(Rejection) {
    let isOurs = call.interface == nil || call.interface == ShelfMethod.interface
    guard isOurs, let method = ShelfMethod(rawValue: call.member ?? "") else {
      let text = "\(ShelfMethod.interface) has no method \(call.member ?? "")"
      return send(call.errorReply(BusError.Name.unknownMethod, text), to: call)
    }
    switch method {
    case .show:
      let show = try ShowShelfCall(call)
      onShow(show.activationToken)
      send(call.reply(), to: call)
    case .add:
      let add = try AddToShelfCall(call)
      following?.follow(peer.name)
      let request = ShelfRequest(add, call, of: peer.name, on: connection)
      requests.removeAll { $0.isAnswered }
      requests.append(request)
      onAdd(request)
    }
  }

  private func left(_ caller: String) {
    // The shelf may still be reading its offer: no tile appears for it then.
    for request in requests where request.caller == caller { request.answer(wasDragged: false) }
    onLeave(caller)
  }

  private func send(_ reply: Message, to call: Message) {
    if call.expectsReply { connection.bus.send(reply) }
  }
}

/// A call of Add, which is answered when its tiles are gone.
final class ShelfRequest {
  let offerPath: String
  let endsAfterDrag: Bool
  let activationToken: String?
  /// The caller's unique name.
  let caller: String
  private let call: Message
  private let connection: BrokerConnection
  private(set) var isAnswered = false

  init(
    _ add: AddToShelfCall, _ call: Message, of caller: String, on connection: BrokerConnection
  ) {
    offerPath = add.offer.offerPath
    endsAfterDrag = add.endsAfterDrag
    activationToken = add.activationToken
    self.caller = caller
    self.call = call
    self.connection = connection
  }

  /// Answers that the tiles are gone. Only the first answer counts.
  func answer(wasDragged: Bool) {
    answer { try? AddToShelfCall.reply(to: call, wasDragged: wasDragged) }
  }

  /// Refuses the offer, or answers that its tiles cannot stay.
  func refuse(_ reason: Rejection) {
    answer { call.errorReply(BusError(reason)) }
  }

  private func answer(_ make: () -> Message?) {
    guard !isAnswered else { return }
    isAnswered = true
    if call.expectsReply, let reply = make() { connection.bus.send(reply) }
  }
}
