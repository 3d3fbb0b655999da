internal import CWayland
internal import DisplaySelections
internal import DragModel

/// The compositor's offers on one seat: the present one of each selection, and those announced for a next one.
struct OfferTable {
  /// A program's offer, with the types that have arrived.
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

  /// Announced offers wait for the event that names their selection, which follows at once.
  private static let mostAnnounced = ClipboardSelection.allCases.count

  private var announced: [Offer] = []
  private var present: [ClipboardSelection: Offer] = [:]

  func offer(of selection: ClipboardSelection) -> Offer? { present[selection] }

  /// Returns the offer that the caller destroys, since a compositor may announce without end.
  mutating func announce(_ offer: Offer) -> Offer? {
    announced.append(offer)
    return announced.count > Self.mostAnnounced ? announced.removeFirst() : nil
  }

  /// The selection has the offer that was announced as `pointer`, or none. Returns the former one, which the caller
  /// destroys.
  mutating func select(_ pointer: OpaquePointer?, for selection: ClipboardSelection) -> Offer? {
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
