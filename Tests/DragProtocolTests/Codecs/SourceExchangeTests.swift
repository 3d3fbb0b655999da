import DBus
import DragModel
import DragProtocol
import DragSystem
import Harness
import Testing

/// What the broker tells sources and asks of them, and what moves need, on a real bus.
@Suite struct SourceExchangeTests {
  static let offer = NamesTests.id
  static let transfer = Identifier(high: 9, middle: 8, low: 1)

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a source is given the pipe to write to`(_ kind: PrivateBus.Kind) throws {
    let type = try #require(MIMEType("image/png"))
    let pool = WorkerPool(remote: try EventLoop().remote, threads: 1, perLane: 1)
    let pipe = PeerDescriptor(nullDevice(), lane: "pipe", pool: pool)
    try Exchange.run(kind) { exchange in
      let message = try ProvideCall.message(
        to: exchange.source, offer: Self.offer, item: 3, type: type, pipe: pipe,
        transfer: Self.transfer)
      let reply = try exchange.callClient(message) { call throws in
        #expect(call.path == "/my/source")
        #expect(try SourceMethod(call) == .provide)
        #expect(try TargetMethod(call) == nil)
        let provide = try ProvideCall(call)
        #expect(provide.offer == Self.offer)
        #expect(provide.item == 3)
        #expect(provide.type == type)
        #expect(provide.transfer == Self.transfer)
        #expect(identity(of: provide.descriptor) == identity(of: nullDevice()))
        return try ProvidedResult(bytes: 12).reply(to: call)
      }
      #expect(try ProvidedResult(reply) == ProvidedResult(bytes: 12))
      let silent = try exchange.callClient(message) { try ProvidedResult().reply(to: $0) }
      #expect(try ProvidedResult(silent).bytes == nil)
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `a source hears what becomes of its offer`(_ kind: PrivateBus.Kind) throws {
    let prepare = PrepareCall(offer: Self.offer, transfer: Self.transfer, item: 1, key: "k")
    let moved = EndedCall(
      offer: Self.offer, transfer: Self.transfer,
      Ended(item: 1, key: "k", operation: .move, failure: nil, bytes: 5))
    let failed = EndedCall(
      offer: Self.offer, transfer: nil,
      Ended(
        item: 0, key: "", operation: nil, failure: Rejection(.stalled, "too slow"), bytes: 2))
    try Exchange.run(kind) { exchange in
      try exchange.callClient(prepare.message(to: exchange.source)) { call throws in
        #expect(try SourceMethod(call) == .prepare)
        #expect(try PrepareCall(call) == prepare)
        return call.reply()
      }
      for ended in [moved, failed] {
        try exchange.callClient(ended.message(to: exchange.source)) { call throws in
          #expect(try SourceMethod(call) == .ended)
          #expect(try EndedCall(call) == ended)
          return call.reply()
        }
      }
      for reason in ReleaseReason.allCases {
        let released = ReleasedCall(offer: Self.offer, reason: reason)
        try exchange.callClient(released.message(to: exchange.source)) { call throws in
          #expect(try SourceMethod(call) == .released)
          #expect(try ReleasedCall(call) == released)
          return call.reply()
        }
      }
    }
    #expect(failed.failure?.code == .stalled)
    #expect(failed.failure?.message == "too slow")
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `the calls about moves arrive as they were sent`(_ kind: PrivateBus.Kind) throws {
    let cookie = OfferOptionsTests.cookie
    try Exchange.run(kind) { exchange in
      for outcome in MoveOutcome.allCases {
        let reply = try exchange.call(
          MoveCall(.outcome, transfer: Self.transfer).message(), expecting: .broker(.outcome)
        ) { call throws in
          #expect(try MoveCall(.outcome, call).transfer == Self.transfer)
          return try outcome.reply(to: call)
        }
        #expect(try MoveOutcome(reply) == outcome)
      }
      let moves = [
        UnacknowledgedMove(transfer: Self.transfer, key: "k1"),
        UnacknowledgedMove(transfer: Self.offer, key: ""),
      ]
      let reply = try exchange.call(
        UnacknowledgedMovesCall(cookie: cookie).message(), expecting: .broker(.unacknowledgedMoves)
      ) { call throws in
        #expect(try UnacknowledgedMovesCall(call).cookie == cookie)
        return try UnacknowledgedMove.reply(to: call, moves)
      }
      #expect(try UnacknowledgedMove.read(reply) == moves)
      let move = AcknowledgeMoveCall(transfer: Self.transfer, cookie: cookie)
      try exchange.call(move.message(), expecting: .broker(.acknowledgeMove)) { call throws in
        #expect(try AcknowledgeMoveCall(call) == move)
        return call.reply()
      }
      let open = [
        OpenMove(
          id: Self.transfer, key: "k", source: "org.example.A", destination: "", accepted: 7,
          isDeleted: false, isAcknowledged: true),
        OpenMove(
          id: Self.offer, key: "", source: "", destination: "b", accepted: 0, isDeleted: true,
          isAcknowledged: false),
      ]
      let listed = try exchange.call(OpenMove.get(), expecting: .broker(.openMoves)) {
        call throws in
        try OpenMove.reply(to: call, open)
      }
      #expect(try OpenMove.read(listed) == open)
      let settle = MoveCall(.settleMove, transfer: Self.transfer)
      try exchange.call(settle.message(), expecting: .broker(.settleMove)) { call throws in
        #expect(try MoveCall(.settleMove, call) == settle)
        return call.reply()
      }
      let outcome = MoveCall(.acknowledgeOutcome, transfer: Self.transfer)
      try exchange.call(outcome.message(), expecting: .broker(.acknowledgeOutcome)) { call throws in
        #expect(try MoveCall(.acknowledgeOutcome, call) == outcome)
        return call.reply()
      }
    }
  }

  @Test(arguments: PrivateBus.Kind.allCases)
  func `an error arrives with its name and its words, known or not`(
    _ kind: PrivateBus.Kind
  ) throws {
    try Exchange.run(kind) { exchange in
      func error(_ error: BusError) throws -> BusError? {
        do {
          try exchange.call(.withdraw(Self.offer), expecting: .offer(.withdraw, Self.offer)) {
            $0.errorReply(error)
          }
          return nil
        } catch let error as BusError {
          return error
        }
      }
      let rejection = Rejection(.quotaExceeded, "too much")
      let known = try #require(try error(BusError(rejection)))
      #expect(known.name == "org.dragd.Error.QuotaExceeded")
      #expect(known.code == .quotaExceeded)
      #expect(known.rejection == rejection)
      let unknown = try #require(
        try error(BusError(name: "org.dragd.Error.Future", message: "later")))
      #expect(unknown == BusError(name: "org.dragd.Error.Future", message: "later"))
      #expect(unknown.code == nil)
      #expect(unknown.rejection == nil)
    }
  }
}
