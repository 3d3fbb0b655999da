internal import DBus
internal import DragModel
internal import DragProtocol
internal import PeerIdentity

/// Serves Identify, which tells the application of a connection and whether its program runs in a sandbox.
final class IdentityService {
  private let context: BrokerContext

  init(_ context: BrokerContext) {
    self.context = context
  }

  func identify(_ call: Call, _ message: Message) throws(Rejection) {
    let connection = try IdentifyCall(message).connection
    let suspended = try context.suspend(call)
    context.peers.identify(call.peer) { [context] caller in
      guard !caller.isSandboxed else {
        guard context.resume(suspended) else { return }
        call.refuse(
          Rejection(
            .accessDenied,
            "only programs that are known to run outside of a sandbox may ask about others"))
        return context.updateTimers()
      }
      context.peers.lookUp(Peer(connection)) { party in
        guard context.resume(suspended) else { return }
        let identity = Identity(application: party.application, isSandboxed: party.isSandboxed)
        call.answer { call throws(BusError) in try identity.reply(to: call) }
        context.updateTimers()
      }
    }
  }
}
