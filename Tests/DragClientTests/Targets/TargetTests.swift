import Dispatch
import DragClient
import Harness
import Testing

@Suite struct TargetTests {
  @Test(arguments: PrivateBus.Kind.allCases)
  func itemsAreDroppedOnATarget(_ kind: PrivateBus.Kind) async throws {
    try await World.run(kind) { world in
      let (owner, dropper) = (try await world.client(), try await world.client())
      let taken = Box<[String]>([])
      let left = Box<[String]>([])
      let target = try await owner.registerTarget(
        "board/To Do", types: ["text/plain"], operations: [.copy], label: "To Do",
        propose: { drop in
          drop.offered.canLoad(String.self)
            ? DropProposal(.copy, intent: .insertAt, index: (drop.index ?? 0) + 1)
            : DropProposal(.forbidden, reason: "only text")
        },
        leave: { path in left.update { $0.append(path) } },
        perform: { session in
          #expect(session.operation == .copy)
          #expect(session.insertionIndex == 4)
          for item in session.items {
            let text = try await session.loading(item).value(as: String.self)
            taken.update { $0.append(text) }
          }
        })
      let found = try await dropper.targets(named: "board/To Do")
      #expect(found.map(\.path) == [target.path])
      #expect(found.map(\.label) == ["To Do"])
      #expect(found.map(\.name) == ["board/To Do"])
      #expect(found.map(\.types) == [["text/plain"]])
      #expect(found.map(\.operations) == [[.copy]])
      let offering = try await dropper.offer([
        ItemProvider(text: "zero"), ItemProvider(text: "one"), ItemProvider(text: "two"),
      ])
      let proposal = try await found[0].propose(offering.path, index: 4)
      #expect(proposal == DropProposal(.copy, intent: .insertAt, index: 5))
      try await found[0].leave(offering.path)
      try await eventually("it has left") { left.value == [offering.path] }
      let result = try await found[0].drop(offering.path, index: 4, items: [2, 0])
      #expect(result.operation == .copy)
      #expect(result.items == 2)
      #expect(taken.value == ["two", "zero"])
      try await target.update(label: "Done")
      #expect(try await dropper.targets(named: target.name).map(\.label) == ["Done"])
      try await target.unregister()
      #expect(try await dropper.targets().isEmpty)
      let gone = await failure { () async throws(DragError) in
        try await found[0].drop(offering.path)
      }
      #expect(gone?.code == .noSuchTarget)
    }
  }

  @Test func aTaskThatIsCancelledAlreadyUnregistersAllTheSame() async throws {
    try await World.run { world in
      let owner = try await world.client()
      let target = try await owner.registerTarget(
        "list", propose: { _ in DropProposal(.copy) }, perform: { _ in })
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return await failure { () async throws(DragError) in try await target.unregister() }
      }
      #expect(await task.value?.code == .cancelled)
      let other = try await world.client()
      try await eventually("the target is gone") { try await other.targets().isEmpty }
    }
  }

  @Test func aTargetDeclinesWithItsReason() async throws {
    try await World.run { world in
      _ = try await world.client().registerTarget(
        "picky", propose: { _ in DropProposal(.forbidden, reason: "only pictures") },
        perform: { _ in Issue.record("a forbidden drop was performed") })
      let failing = try await world.client()
      _ = try await failing.registerTarget(
        "failing", propose: { _ in DropProposal(.copy) },
        perform: { _ in throw DragError(.storageFull, "no room left") })
      let dropper = try await world.client()
      let offering = try await dropper.offer([ItemProvider(text: "x")])
      let picky = try #require(try await dropper.targets(named: "picky").first)
      #expect(try await picky.propose(offering.path).reason == "only pictures")
      let forbidden = await failure { () async throws(DragError) in
        try await picky.drop(offering.path)
      }
      #expect(forbidden?.code == .forbidden)
      #expect(forbidden?.message.contains("only pictures") == true)
      let full = await failure { () async throws(DragError) in
        try await dropper.targets(named: "failing")[0].drop(offering.path)
      }
      #expect(full?.code == .storageFull)
      #expect(full?.message == "no room left")
    }
  }

  @Test func theDropperLearnsNothingOfTheTargetsFiles() async throws {
    try await World.run { world in
      _ = try await world.client().registerTarget(
        "folder", propose: { _ in DropProposal(.copy) },
        perform: { session in
          for item in session.items {
            try await session.loading(item).load().save(to: "/nowhere/private/\(item.index)")
          }
        })
      let dropper = try await world.client()
      let offering = try await dropper.offer([ItemProvider(text: "x")])
      let folder = try #require(try await dropper.targets(named: "folder").first)
      let refused = await failure { () async throws(DragError) in
        try await folder.drop(offering.path)
      }
      #expect(refused?.message == "it cannot be stored or read there")
    }
  }

  /// Regression: what a program's code threw went to the other program word for word.
  @Test func whatAProgramThrowsStaysInIt() async throws {
    struct Refused: Error { let password = "hunter2" }
    try await World.run { world in
      _ = try await world.client().registerTarget(
        "failing", propose: { _ in DropProposal(.copy) }, perform: { _ in throw Refused() })
      let source = try await world.client()
      var providers = [
        ItemProvider(lazy: "a/b") { _ in throw Refused() },
        ItemProvider(lazy: "a/b") { try await $0.write(contentsOf: "/nowhere/private") },
        ItemProvider(lazy: "a/b") { try await $0.write(contentsOf: "/etc") },
        ItemProvider(text: "moved"),
      ]
      for index in providers.indices { providers[index].key = "\(index)" }
      var options = OfferingOptions()
      options.operations = [.copy, .move]
      options.moves = MoveSource(
        cookie: MoveSource.newCookie(), check: { _ in throw Refused() }
      ) { _ in }
      let offering = try await source.offer(providers, options: options)
      let client = try await world.client()
      let target = try #require(try await client.targets(named: "failing").first)
      var failures = [
        await failure { () async throws(DragError) in try await target.drop(offering.path) }
      ]
      let items = try await client.offered(at: offering.path).items()
      for item in items.prefix(3) {
        failures.append(
          await failure { () async throws(DragError) in
            _ = try await item.bytes()
          })
      }
      let store = Store()
      failures.append(
        await failure { () async throws(DragError) in
          try await items[3].move(journal: store) { _, transfer in
            await store.store("moved", as: transfer)
          }
        })
      #expect(
        failures.map { $0?.message } == [
          "it failed there", "it failed there", "it cannot be stored or read there",
          "it cannot be stored or read there", "it failed there",
        ])
      #expect(
        failures.map { $0?.code } == [.targetFailed] + Array(repeating: .sourceFailed, count: 4))
    }
  }

  @Test func aPlaceholderIsCommittedOrDeleted() async throws {
    try await World.run { world in
      let log = Box<[String]>([])
      let last = Box<TransferProgress?>(nil)
      _ = try await world.client().registerTarget(
        "list", propose: { _ in DropProposal(.copy) },
        perform: { session in
          let progress = session.progress
          let watching = Task {
            for await one in progress { last.update { $0 = one } }
          }
          for item in session.items {
            let placeholder = DropPlaceholder<String> { text in
              log.update { $0.append("commit \(text)") }
            } delete: { error in
              log.update { $0.append("delete \(error.code.rawValue)") }
            }
            do { try await session.fill(placeholder, with: item) } catch {}
          }
          _ = watching
        })
      let dropper = try await world.client()
      let offering = try await dropper.offer([
        ItemProvider(text: "good"),
        ItemProvider(lazy: "text/plain;charset=utf-8") { _ in throw Note.Malformed() },
        ItemProvider(lazy: "text/plain;charset=utf-8") { try await $0.write("late") },
      ])
      _ = try await #require(try await dropper.targets(named: "list").first).drop(offering.path)
      #expect(log.value == ["commit good", "delete SourceFailed", "commit late"])
      try await eventually("the progress was seen") { last.value?.bytes == 8 }
    }
  }

  @Test func aDropMoves() async throws {
    try await World.run { world in
      let store = Store()
      _ = try await world.client().registerTarget(
        "list", operations: [.copy, .move], propose: { _ in DropProposal(.move) },
        perform: { session in
          #expect(session.operation == .move)
          for item in session.items {
            try await session.loading(item).move(journal: store) { content, transfer in
              let bytes = try await content.bytes()
              await store.store(String(decoding: bytes, as: UTF8.self), as: transfer)
            }
          }
        })
      let deleted = Box<[String]>([])
      var options = OfferingOptions()
      options.operations = [.move]
      options.moves = MoveSource(cookie: MoveSource.newCookie()) { key in
        deleted.update { $0.append(key) }
      }
      var item = ItemProvider(key: "a")
      item.register("text/plain;charset=utf-8", bytes: Array("one".utf8))
      let dropper = try await world.client()
      let offering = try await dropper.offer([item], options: options)
      let target = try #require(try await dropper.targets(named: "list").first)
      #expect(try await target.drop(offering.path).operation == .move)
      #expect(await store.items == ["one"])
      #expect(deleted.value == ["a"])
    }
  }

  @Test func itemsAreDroppedWithoutAnOfferOfTheirOwn() async throws {
    try await World.run { world in
      let store = Store()
      let taken = Box<[String]>([])
      let target = try await world.client().registerTarget(
        "list", operations: [.copy, .move],
        perform: { session in
          for item in session.items where session.operation == .copy {
            let text = try await session.loading(item).value(as: String.self)
            taken.update { $0.append(text) }
          }
          for item in session.items where session.operation == .move {
            try await session.loading(item).move(journal: store) { content, transfer in
              let bytes = try await content.bytes()
              await store.store(String(decoding: bytes, as: UTF8.self), as: transfer)
            }
          }
        })
      let dropper = try await world.client()
      let found = try #require(try await dropper.targets(named: "list").first)
      let copied = try await found.drop([ItemProvider(text: "a"), ItemProvider(text: "b")])
      #expect(copied.operation == .copy)
      #expect(copied.items == 2)
      #expect(taken.value == ["a", "b"])
      let deleted = Box<[String]>([])
      var item = ItemProvider(text: "c")
      item.key = "key"
      let moved = try await found.drop(
        [item], operations: [.move],
        moves: MoveSource(cookie: MoveSource.newCookie()) { key in
          deleted.update { $0.append(key) }
        })
      #expect(moved.operation == .move)
      #expect(deleted.value == ["key"])
      #expect(await store.items == ["c"])
      try await target.unregister()
      let gone = await failure { () async throws(DragError) in
        try await found.drop([ItemProvider(text: "d")])
      }
      #expect(gone?.code == .noSuchTarget)
    }
  }

  /// Regression: an update that reached a new dragd before the target was there failed.
  @Test func anUpdateWaitsForTheTargetToComeBack() async throws {
    try await World.run { world in
      let held = try await HeldClient.connect(to: world.bus.address)
      let target = try await held.client.registerTarget(
        "list", label: "old", propose: { _ in DropProposal(.copy) }, perform: { _ in })
      held.hold()
      try await world.restartDragd()
      let updating = Task { () async -> DragError? in
        do throws(DragError) {
          try await target.update(label: "new")
          return nil
        } catch {
          return error
        }
      }
      try await held.waitForWork()
      held.release()
      #expect(await updating.value == nil)
      let labels = try await world.client().targets(named: "list").map(\.label)
      #expect(labels == ["new"])
    }
  }

  /// Regression: a dragd that started before the owner had heard of its update's success got the former label.
  @Test func anUpdateOutlivesItsDragd() async throws {
    try await World.run { world in
      let (owner, other) = (try await world.client(), try await world.client())
      let target = try await owner.registerTarget(
        "list", label: "old", propose: { _ in DropProposal(.copy) }, perform: { _ in })
      let (hasAnswer, mayGoOn) = (Box(false), DispatchSemaphore(value: 0))
      let steps = Box(0)
      let executor = SteppedExecutor {
        steps.count()
        guard steps.value == 2 else { return }
        hasAnswer.update { $0 = true }
        mayGoOn.wait()
      }
      let old = target.path
      let updating = Task(executorPreference: executor) { try await target.update(label: "new") }
      try await eventually("dragd has updated the target") { hasAnswer.value }
      #expect(try await other.targets(named: "list").map(\.label) == ["new"])
      try await world.restartDragd()
      try await eventually("the target is back") { target.path != old }
      mayGoOn.signal()
      try await updating.value
      #expect(try await other.targets(named: "list").map(\.label) == ["new"])
    }
  }

  /// Regression: a target learned first that a drag had left it, and then that it hovered.
  @Test func aLeaveComesAfterTheProposal() async throws {
    try await World.run { world in
      let held = try await HeldClient.connect(to: world.bus.address)
      let log = Box<[String]>([])
      _ = try await held.client.registerTarget(
        "list",
        propose: { _ in
          log.update { $0.append("propose") }
          return DropProposal(.copy)
        }, leave: { _ in log.update { $0.append("leave") } }, perform: { _ in })
      let dropper = try await world.client()
      let offering = try await dropper.offer([ItemProvider(text: "x")])
      let target = try #require(try await dropper.targets(named: "list").first)
      held.hold()
      let proposing = Task { try await target.propose(offering.path) }
      try await held.waitForWork()
      try await target.leave(offering.path)
      _ = try await dropper.targets()
      held.release()
      _ = try await proposing.value
      try await eventually("both have come") { log.value.count == 2 }
      #expect(log.value == ["propose", "leave"])
    }
  }

  @Test func aTargetComesBackWithDragd() async throws {
    try await World.run { world in
      let taken = Box(0)
      let target = try await world.client().registerTarget(
        "list", propose: { _ in DropProposal(.copy) },
        perform: { session in
          _ = try await session.items[0].bytes()
          taken.count()
        })
      let old = target.path
      try await world.restartDragd()
      let dropper = try await world.client()
      try await eventually("the target is back") {
        try await dropper.targets(named: "list").map(\.path) == [target.path]
      }
      #expect(target.path != old)
      let offering = try await dropper.offer([ItemProvider(text: "x")])
      _ = try await #require(try await dropper.targets(named: "list").first).drop(offering.path)
      #expect(taken.value == 1)
    }
  }
}
