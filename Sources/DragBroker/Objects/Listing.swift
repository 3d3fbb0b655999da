internal import DBus
internal import DragModel
internal import DragProtocol

/// The reply to GetManagedObjects, while it is made and sent.
///
/// Listing ten thousand offers takes a tenth of a second. So the objects are appended a few at a time, once for all
/// callers that ask before something changes. Changes are announced after these callers have their reply: a caller
/// learns of each change either from the reply or after it.
struct Listing {
  /// A reply that is being made or sent.
  struct Work {
    let reply: ManagedObjectsReply
    /// Objects that are not in the reply yet.
    var objects: ArraySlice<ObjectPath>
    /// The callers that get this reply.
    var callers: [Caller] = []
    /// Changes since the work began, announced when all callers have the reply.
    var announcements: [Announcement] = []
    var announcedBytes = 0
  }

  struct Caller {
    let call: Call
    let suspended: SuspendedCall
  }

  struct Announcement {
    let signal: Message
    /// The peer that caused it; nil if that has left, or no peer did.
    let cause: Peer?
  }

  /// The most bytes of announcements that wait. Beyond that, callers without a reply get the next one.
  static let mostAnnounced = 1 << 20
  /// Microseconds of work in one turn of the loop.
  static let slice: UInt64 = 1_000
  /// Microseconds until the bus may have taken a reply.
  static let pause: UInt64 = 2_000

  /// The complete reply, until something changes.
  var reply: ManagedObjectsReply?
  var work: Work?
  /// Callers that asked after a change: they get the next reply.
  var laterCallers: [Caller] = []
}
