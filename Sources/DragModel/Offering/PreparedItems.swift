/// Items that are to be offered, with their types numbered.
///
/// This is the long part of a large offer, so the items are appended one after another: a caller that has more to do
/// appends some of them at a time. An item that cannot be offered is reported once the broker gets them all.
package struct PreparedItems: Sendable {
  private var items: [OfferedItem] = []
  private var numbering = OfferedTypes.Numbering()
  private var refusal: Rejection?
  private let isFromSandbox: Bool
  private let mostRepresentations: UInt64

  /// - Parameter owner: a program in a sandbox may not make a file executable outside of it.
  package init(of owner: Party, limits: Limits) {
    isFromSandbox = owner.isSandboxed
    mostRepresentations = limits[.representationsPerItem]
  }

  var keys: some Sequence<String?> { items.lazy.map(\.attributes.key) }

  package mutating func reserveCapacity(_ count: Int) { items.reserveCapacity(count) }

  package mutating func append(_ item: Item<OfferedContent>) {
    guard refusal == nil else { return }
    do throws(Rejection) {
      var attributes = item.attributes
      if isFromSandbox { attributes.file = attributes.file.ofSandbox }
      let representations = try representations(of: item)
      items.append(OfferedItem(attributes: attributes, representations: representations))
    } catch {
      refusal = error
    }
  }

  /// - Throws: why an item cannot be offered.
  func get() throws(Rejection) -> (items: [OfferedItem], types: OfferedTypes) {
    if let refusal { throw refusal }
    return (items, numbering.types)
  }

  private mutating func representations(
    of item: Item<OfferedContent>
  ) throws(Rejection) -> [OfferedRepresentation] {
    let (index, count) = (items.count, item.representations.count)
    guard UInt64(count) <= mostRepresentations else {
      throw Rejection(
        .quotaExceeded,
        "representations_per_item is \(mostRepresentations): item \(index) has \(count)")
    }
    var representations: [OfferedRepresentation] = []
    representations.reserveCapacity(count)
    for representation in item.representations {
      guard let type = representation.type else {
        throw Rejection(.invalidType, "item \(index) has a representation without a type")
      }
      let number = numbering.add(type, representation.visibility)
      guard !representations.contains(where: { $0.number == number }) else {
        throw Rejection(
          .invalidArguments, "item \(index) has two representations of type \(type)")
      }
      representations.append(
        OfferedRepresentation(
          content: representation.content, visibility: representation.visibility, number: number))
    }
    return representations
  }
}
