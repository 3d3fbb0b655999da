import DBus
import DragModel
import DragProtocol
import Harness
import Testing

/// Identify, as a service that asks and dragd tell each other on a real bus.
@Suite struct IdentityExchangeTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func `a question and its answer arrive as they were sent`(_ kind: PrivateBus.Kind) throws {
    try Exchange.run(kind) { exchange in
      for identity in [
        Identity(application: "org.example.App", isSandboxed: false),
        Identity(application: "", isSandboxed: true),
      ] {
        let reply = try exchange.call(
          IdentifyCall(connection: ":1.7").message(), expecting: .broker(.identify)
        ) { call throws in
          #expect(try IdentifyCall(call).connection == ":1.7")
          return try identity.reply(to: call)
        }
        #expect(try Identity(reply) == identity)
      }
    }
  }

  /// A name that its owner may lose to another program identifies no program.
  @Test(arguments: ["", "org.example.App", "1.7"])
  func `what is no unique name is refused`(_ name: String) {
    let refused = rejection { try IdentifyCall(call(.string(name))) }
    TargetRulesTests.expect(refused, .invalidArguments, "“\(name)”", "unique name")
  }
}
