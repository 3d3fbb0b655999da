internal import CWayland
internal import DisplaySelections

/// What the compositor offers on one seat: at most one offer a selection, and what it has announced for the next.
struct OfferTable {
  /// An offer that a program has made, with its types as far as they have come.
  final class Offer {
    let proxy: Proxy
    private(set) var types = TypeList()

    init(_ proxy: Proxy) {
      self.proxy = proxy
      proxy.onEvent = { [unowned self] opcode, arguments in
        if opcode == UInt32(data_control_offer_offer), let name = arguments[0].s {
          types.append(cString: name)
        }
      }
    }
  }

  /// Offers that wait for the event that says which selection they are of. It follows at once.
  private static let mostAnnounced = SelectionName.allCases.count

  private var announced: [Offer] = []
  private var present: [SelectionName: Offer] = [:]

  func offer(of selection: SelectionName) -> Offer? { present[selection] }

  /// Returns the offer that is to be destroyed for it: a compositor may announce without an end.
  mutating func announce(_ offer: Offer) -> Offer? {
    announced.append(offer)
    return announced.count > Self.mostAnnounced ? announced.removeFirst() : nil
  }

  /// What was announced as `pointer` is the selection now, or nothing is. Returns the one before, to be destroyed.
  mutating func select(_ pointer: OpaquePointer?, for selection: SelectionName) -> Offer? {
    let before = present[selection]
    if let pointer, pointer == before?.proxy.pointer { return nil }
    let index = announced.firstIndex { $0.proxy.pointer == pointer }
    present[selection] = index.map { announced.remove(at: $0) }
    return before
  }

  mutating func removeAll() -> [Offer] {
    defer {
      announced = []
      present = [:]
    }
    return announced + present.values
  }
}
