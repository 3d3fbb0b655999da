import Harness
import Testing

/// Drop targets as objects: how they appear, change and disappear.
@Suite struct TargetTests {
  @Test(arguments: eitherBus())
  func `a target is listed, found, shown and announced`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (owner, other) = (try service.peer(), service.observer)
      try other.watch("type='signal',sender='\(Names.broker)'")
      let target = try owner.registerTarget(
        "Inbox", types: ["image/*", "TEXT/plain"],
        ["label": .s("The inbox"), "operations": .strings(["link", "copy"])])
      let unnamed = try owner.registerTarget("Other")
      let shown = try other.properties(of: target, Names.dropTarget)
      #expect(
        shown == [
          "Name": "Inbox", "Label": "The inbox", "Types": ["image/*", "text/plain"],
          "Operations": ["link", "copy"], "Owner": .string(owner.name), "AppId": "",
        ])
      #expect(try other.property("Label", of: unnamed, Names.dropTarget) == "")
      #expect(try other.property("Operations", of: unnamed, Names.dropTarget) == ["copy"])
      let found = try other.findTargets("Inbox")
      #expect(found.map { $0[0].string } == [target])
      #expect(found[0][1]["label"].inside == "The inbox")
      #expect(found[0][1]["app_id"].inside == "")
      #expect(try other.findTargets().map { $0[0].string } == [target, unnamed])
      #expect(try other.findTargets("nobody").isEmpty)
      let objects = try other.call(
        "GetManagedObjects", on: Names.objectManager, at: Names.root)[0].object
      #expect(Set(objects.keys) == [target, unnamed])
      #expect(objects[target]?[Names.dropTarget]["Name"].inside == "Inbox")
      let added = other.signals("InterfacesAdded")
      #expect(added.map { $0["body"][0].string } == [target, unnamed])
      #expect(added[0]["body"][1][Names.dropTarget]["Label"].inside == "The inbox")
      #expect(try other.statistics()["targets"] == 2)

      try owner.unregister(target)
      try other.settle()
      #expect(other.signals("InterfacesRemoved").map { $0["body"][0].string } == [target])
      #expect(other.signals("InterfacesRemoved")[0]["body"][1] == [.string(Names.dropTarget)])
      try expectFailure("NoSuchTarget", saying: "target") {
        try other.properties(of: target, Names.dropTarget)
      }
    }
  }

  @Test(arguments: eitherBus())
  func `a target goes with its owner`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (owner, other) = (try service.peer(), service.observer)
      try other.watch("type='signal',sender='\(Names.broker)'")
      let target = try owner.registerTarget()
      owner.kill()
      _ = try other.event("hear that the target has gone") { $0["member"] == "InterfacesRemoved" }
      #expect(try other.findTargets().isEmpty)
      try expectFailure("NoSuchTarget") { try other.unregister(target) }
    }
  }

  @Test(arguments: eitherBus())
  func `only what an update changes is announced`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let (owner, other) = (try service.peer(), service.observer)
      let target = try owner.registerTarget()
      try other.watch("type='signal',sender='\(Names.broker)'")
      try owner.update(target, ["label": .s("new"), "operations": .strings(["copy"])])
      try owner.update(target, ["label": .s("new"), "unknown": .u(1)])
      try other.settle()
      let changes = other.signals("PropertiesChanged", at: target)
      #expect(changes.count == 1)
      #expect(changes[0]["body"][1] == ["Label": .s("new")])
      try expectFailure("AccessDenied", saying: owner.name) {
        try other.update(target, ["label": .s("mine")])
      }
      try expectFailure("AccessDenied", saying: owner.name) { try other.unregister(target) }
      try expectFailure("InvalidType", saying: "png") {
        try owner.update(target, ["types": .strings(["png"])])
      }
      #expect(try other.property("Label", of: target, Names.dropTarget) == "new")
    }
  }

  @Test(arguments: eitherBus())
  func `too many targets are refused`(bus: PrivateBus.Kind) throws {
    let limits = ["--limit", "targets_per_connection=2", "--limit", "targets_per_user=3"]
    try Service.run(bus, limits) { service in
      let (one, two) = (try service.peer(), try service.peer())
      let first = try one.registerTarget()
      _ = try one.registerTarget()
      try expectFailure("QuotaExceeded", saying: "targets_per_connection", "2") {
        try one.registerTarget()
      }
      _ = try two.registerTarget()
      try expectFailure("QuotaExceeded", saying: "targets_per_user", "3") {
        try two.registerTarget()
      }
      try one.unregister(first)
      _ = try two.registerTarget()
    }
  }

  @Test(arguments: eitherBus())
  func `a registered target keeps dragd alive, and nothing else does`(
    bus: PrivateBus.Kind
  ) throws {
    try Service.run(bus, ["--idle-exit", "1"]) { service in
      let owner = try service.peer()
      let target = try owner.registerTarget()
      // The idle time of another dragd, which starts later, passes while this one has a target.
      try Fixture.run { other in
        let otherBus = try other.bus(bus)
        let idle = try other.start(Built.dragd, ["--idle-exit", "1"], on: otherBus)
        #expect(try idle.wait().exit == .success)
      }
      #expect(service.daemon.isRunning)
      try owner.unregister(target)
      #expect(try service.daemon.wait().exit == .success)
      service.hasEnded = true
    }
  }
}
