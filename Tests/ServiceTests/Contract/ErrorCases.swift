import Foundation
import Harness
import Testing

/// One way to provoke an error of the contract.
struct ErrorCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// What the message must contain: the wrong value, or the state in the way.
  let saying: [String]
  /// Must end in that error.
  let provoke: @Sendable (Service, _ source: Peer, _ destination: Peer) throws -> Any
  var needsSmallDisk = false

  var testDescription: String { name }

  /// A well-formed id that dragd has never given out.
  static let nobody = "aaaaaaaaaaaaaaaaaaaaaaaaaa"

  static let all: [ErrorCase] = [
    ErrorCase(name: Names.invalidArguments, saying: ["delivery", "pigeon"]) { _, source, other in
      let offer = try source.offer([Item(data("a/b", "x"))])
      return try other.accept(offer, ["delivery": .s("pigeon")])
    },
    ErrorCase(name: "InvalidType", saying: ["not-a-type"]) { _, source, _ in
      try source.offer([Item(data("not-a-type", "x"))])
    },
    ErrorCase(name: "InvalidDescriptor", saying: ["pipe"]) { _, source, _ in
      try source.offer([Item(file("a/b", try source.pipe().reader))])
    },
    ErrorCase(name: "NoSuchOffer", saying: [nobody]) { _, _, other in
      try other.accept("\(Names.root)/offer/\(nobody)")
    },
    ErrorCase(name: "NoSuchItem", saying: ["item 7", "1"]) { _, source, other in
      try other.accept(try source.offer([Item(data("a/b", "x"))]), items: [7])
    },
    ErrorCase(name: "NoSuchTransfer", saying: [nobody]) { _, _, other in
      try other.finish("\(Names.root)/transfer/\(nobody)")
    },
    ErrorCase(name: "NoSuchTarget", saying: [nobody]) { _, _, other in
      try other.call("Unregister", on: Names.dropTarget, at: "\(Names.root)/target/\(nobody)")
    },
    ErrorCase(name: "NotAcceptable", saying: ["audio/ogg", "a/b", "a/c"]) { _, source, other in
      let offer = try source.offer([Item(data("a/b", "x"), data("a/c", "y"))])
      return try other.accept(offer, types: ["audio/ogg"])
    },
    ErrorCase(name: "OperationNotAllowed", saying: ["link", "copy"]) { _, source, other in
      let offer = try source.offer([Item(data("a/b", "x"))])
      return try other.accept(offer, ["operation": .s("link")])
    },
    ErrorCase(name: "Busy", saying: ["adding items"]) { _, source, other in
      try other.accept(try source.offer([Item(data("a/b", "x"))], ["more": .b(true)]))
    },
    ErrorCase(name: "TooManyItems", saying: ["17", "16", "batches"]) { _, source, other in
      let offer = try source.offer((0..<17).map { _ in Item(data("a/b", "x")) })
      return try other.accept(offer, ["delivery": .s("stream")])
    },
    ErrorCase(name: "QuotaExceeded", saying: ["representations_per_item", "64", "65"]) {
      _, source, _ in
      let many = (0..<65).map { data("a/\($0)", "x") }
      return try source.offer([Item(attributes: [:], representations: many)])
    },
    ErrorCase(name: "AccessDenied", saying: ["owner", ":1."]) { _, source, other in
      try other.withdraw(try source.offer([Item(data("a/b", "x"))]))
    },
    ErrorCase(name: "Forbidden", saying: ["the drawer is for socks"]) { _, source, other in
      let target = try other.registerTarget(
        "Drawer", ["Propose": [.propose("forbidden", ["reason": .s("the drawer is for socks")])]])
      return try source.drop(try source.offer([Item(data("a/b", "x"))]), on: target)
    },
    ErrorCase(name: "TargetFailed", saying: ["the drawer is stuck"]) { _, source, other in
      let target = try other.registerTarget(
        "Drawer", ["Perform": [.error("org.dragd.Error.TargetFailed", "the drawer is stuck")]])
      return try source.drop(try source.offer([Item(data("a/b", "x"))]), on: target)
    },
    ErrorCase(name: "Cancelled", saying: ["second thoughts"]) { _, source, other in
      let (transfer, _) = try other.stream(try source.offerLazily(steps: [.write("x")]))
      try source.cancel(transfer, "second thoughts")
      return try other.finish(transfer)
    },
    ErrorCase(name: "Changed", saying: ["text/plain"]) { service, source, other in
      let path = try service.fixture.folder.write("file", text: "before")
      let offer = try source.offer([Item(file("text/plain", try source.open(path)))])
      try service.fixture.folder.write("file", text: "afterwards")
      // The offered file itself has to change; a new file of the same name is another file.
      _ = try service.fixture.run("truncate", ["-s", "3", path])
      return try other.accept(offer)
    },
    ErrorCase(name: "Truncated", saying: ["3", "10"]) { _, source, other in
      let offer = try source.offerLazily(size: 10, steps: Step.all("abc"))
      return try other.receive(try other.acceptOne(offer).transfer, "text/plain")
    },
    ErrorCase(name: "Stalled", saying: ["50 ms"]) { _, source, other in
      let offer = try source.offerLazily(steps: [])
      let transfer = try other.acceptOne(offer, ["start_timeout": .t(50)]).transfer
      return try other.receive(transfer, "text/plain")
    },
    ErrorCase(name: "SourceFailed", saying: ["the drawer is stuck"]) { _, source, other in
      let offer = try source.offerLazily(
        steps: [.error("org.example.Error.Drawer", "the drawer is stuck")])
      return try other.receive(try other.acceptOne(offer).transfer, "text/plain")
    },
    ErrorCase(
      name: "StorageFull", saying: ["3000000"],
      provoke: { _, source, _ in
        try source.offer([Item(file("a/b", try source.memory(.pattern(3_000_000), seals: [])))])
      }, needsSmallDisk: true),
    ErrorCase(name: "StateUnavailable", saying: ["/state/dragd/moves"]) { service, _, other in
      let folder = service.fixture.folder.path("state/dragd")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("what is this?".utf8).write(to: URL(fileURLWithPath: folder + "/moves"))
      return try other.call("Outcome", on: Names.broker, at: Names.root, "s", [.string(nobody)])
    },
  ]
}
