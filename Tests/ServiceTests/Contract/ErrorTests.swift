import Foundation
import Harness
import Testing

@Suite struct ErrorTests {
  /// The names that the interface documents use, without their prefix.
  private func documented() throws -> Set<String> {
    var names: Set<String> = []
    for interface in ["Broker1", "Offer1", "Transfer1", "DropTarget1", "Source1", "Target1"] {
      let path = "\(Built.packageRoot)/dbus/org.dragd.\(interface).xml"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      for part in text.components(separatedBy: Names.error).dropFirst() {
        names.insert(String(part.prefix { $0.isLetter }))
      }
    }
    return names
  }

  @Test func `every error of the contract has a case here`() throws {
    let wanted = try documented().union([Names.invalidArguments])
    #expect(wanted.count == 22)
    #expect(Set(ErrorCase.all.map(\.name)) == wanted)
  }

  @Test(arguments: eitherBus(with: ErrorCase.all))
  func `an error says what was wrong, with the value`(
    bus: PrivateBus.Kind, error: ErrorCase
  ) throws {
    guard !error.needsSmallDisk || SmallDisk.unavailable == nil else { return }
    func provoke(_ service: Service) throws {
      let (source, destination) = (try service.peer(), try service.peer())
      do {
        let result = try error.provoke(service, source, destination)
        Issue.record("no \(error.name) but \(result)")
      } catch let failure as BusFailure {
        expect(failure, error.name, saying: error.saying)
      }
    }
    if error.needsSmallDisk {
      try Service.run(bus, with: .smallDisk) { try provoke($0) }
    } else {
      try Service.run(bus) { try provoke($0) }
    }
  }

  @Test(arguments: eitherBus())
  func `an operation that an offer does not allow says so`(bus: PrivateBus.Kind) throws {
    try Service.run(bus) { service in
      let peer = service.observer
      let offer = try peer.offer([Item(data("a/b", "x"))])
      try expectFailure("OperationNotAllowed", saying: "move", "copy") {
        try peer.accept(offer, ["operation": .s("move")])
      }
    }
  }
}
