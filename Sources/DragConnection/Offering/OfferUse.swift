package import DragModel
internal import DragSystem

/// Which of an offer's items are left, so that its source can publish them when dragd has restarted.
///
/// This value only counts, and performs nothing. The items have places, which stay; a publication has only those that
/// are left, and dragd counts them from 0.
package struct OfferUse: Sendable {
  private let uses: UInt32
  /// When the offer ends by itself, in microseconds of the monotonic clock; nil for never, and before the first
  /// publication.
  private var end: UInt64?
  /// How often the item at each place was accepted.
  private var accepted: [UInt32]
  private var moved: Set<Int> = []
  /// The places of the items in the present publication.
  private var published: [Int] = []

  /// - Parameters:
  ///   - items: how many there are.
  ///   - options: those of the first publication.
  package init(items: Int, _ options: OfferOptions) {
    uses = options.uses
    accepted = Array(repeating: 0, count: items)
  }

  /// The places of the items that have neither moved away nor been accepted as often as they may be.
  package var remaining: [Int] {
    accepted.indices.filter { !moved.contains($0) && (uses == 0 || accepted[$0] < uses) }
  }

  /// The options for publishing what is left; no item can be accepted more often than at first. The time of the offer
  /// counts from the first call.
  ///
  /// - Parameter now: microseconds of the monotonic clock.
  package mutating func remainder(of options: OfferOptions, at now: UInt64) -> OfferOptions {
    var options = options
    if uses > 0 { options.uses = uses - (remaining.map { accepted[$0] }.max() ?? 0) }
    guard options.expiresIn > 0 else { return options }
    guard let end else {
      end = now.addingSaturated(options.expiresIn.inMicroseconds)
      return options
    }
    options.expiresIn = max((max(end, now) - now) / 1_000, 1)
    return options
  }

  /// dragd has an offer of the items at these places.
  package mutating func publish(_ places: [Int]) { published = places }

  /// The place of dragd's item `index`.
  package func place(of index: UInt32) -> Int? {
    published.indices.contains(Int(index)) ? published[Int(index)] : nil
  }

  /// A destination has accepted the item and got all of it.
  package mutating func accept(_ place: Int, by operation: Operation) {
    accepted[place] = accepted[place].addingSaturated(1)
    if operation == .move { moved.insert(place) }
  }

  /// The item has moved away, perhaps while the source did not run.
  package mutating func recordMove(of place: Int) { moved.insert(place) }
}
