import Foundation
import Harness
import Testing

@Suite struct IntrospectionTests {
  private func document(_ interface: String) throws -> InterfaceText {
    let xml = try String(
      contentsOfFile: "\(Built.packageRoot)/dbus/\(interface).xml", encoding: .utf8)
    return try #require(IntrospectionReader(xml).interfaces.first { $0.name == interface })
  }

  private func introspect(_ peer: Peer, _ path: String) throws -> IntrospectionReader {
    let text = try peer.call("Introspect", on: Names.introspectable, at: path)[0].string
    return try IntrospectionReader(#require(text))
  }

  @Test(arguments: eitherBus())
  func `what dragd says of itself is what the documents say`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let peer = service.observer
      let offer = try peer.offerLazily(steps: [.write("x")])
      let (transfer, _) = try peer.stream(offer)
      let target = try service.peer().registerTarget()
      let standard: Set = [
        "org.freedesktop.DBus.Introspectable", "org.freedesktop.DBus.Peer", Names.properties,
      ]
      for (path, interface, also) in [
        (Names.root, Names.broker, standard.union([Names.objectManager])),
        (offer, Names.offer, standard), (transfer, Names.transfer, standard),
        (target, Names.dropTarget, standard),
      ] {
        let live = try introspect(peer, path)
        let wanted = try document(interface)
        #expect(!wanted.methods.isEmpty && !wanted.properties.isEmpty)
        let served = try #require(live.interfaces.first { $0.name == interface }, "\(path)")
        #expect(served == wanted)
        #expect(Set(live.interfaces.map(\.name)) == also.union([interface]))
      }
      try peer.cancel(transfer)
    }
  }

  @Test(arguments: eitherBus())
  func `the tree leads to the public offers and to the targets`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let peer = service.observer
      let offer = try peer.offer([Item(data("a/b", "x"))])
      let hidden = try peer.offer([Item(data("a/b", "x"))], ["private": .b(true)])
      let target = try service.peer().registerTarget()
      var found: [String] = []
      func walk(_ path: String) throws {
        found.append(path)
        for child in try introspect(peer, path).children {
          try walk(path == "/" ? "/\(child)" : "\(path)/\(child)")
        }
      }
      try walk("/")
      #expect(found.contains(Names.root) && found.contains(offer) && found.contains(target))
      #expect(!found.contains(hidden))
    }
  }
}
