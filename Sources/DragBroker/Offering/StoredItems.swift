internal import DragModel
internal import DragProtocol

/// Items whose content is stored, and how far they are prepared for the model. Content that is not offered in the end
/// is removed with this object.
final class StoredItems {
  let owner: Party
  private(set) var prepared: PreparedItems
  /// Whether the model has the items.
  var isOffered = false
  private let context: BrokerContext
  /// From the last to the first, so that each is freed once it is prepared.
  private var items: [Item<ReceivedContent>]
  private var stored: [OfferContentStorage.Stored]
  private var contents: [HeldContent] = []

  init(
    _ items: [Item<ReceivedContent>], _ stored: [OfferContentStorage.Stored], of owner: Party,
    _ context: BrokerContext
  ) {
    self.owner = owner
    self.context = context
    self.items = items.reversed()
    self.stored = stored.reversed()
    prepared = PreparedItems(of: owner, limits: context.limits)
    prepared.reserveCapacity(items.count)
  }

  deinit {
    guard !isOffered else { return }
    for content in contents { context.store.remove(content) }
  }

  /// Prepares the next item; false when all are prepared.
  func prepareNext() -> Bool {
    guard let item = items.popLast() else { return false }
    let representations = item.representations.map { representation in
      var type = representation.type
      let content: OfferedContent
      switch representation.content {
      case .bytes, .descriptor:
        guard let next = stored.popLast() else {
          preconditionFailure("every held representation has a candidate")
        }
        type = next.type
        let held = context.store.add(next.payload)
        contents.append(held)
        content = .held(held)
      case .lazy(let size):
        content = .lazy(size: size)
      }
      return Representation(type: type, visibility: representation.visibility, content: content)
    }
    prepared.append(Item(attributes: item.attributes, representations: representations))
    return true
  }
}
