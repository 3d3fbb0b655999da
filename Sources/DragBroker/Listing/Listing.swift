internal import DBus
internal import DragModel
internal import DragProtocol

/// What the object manager lists, as it was last told somebody, and who waits to be told.
///
/// To say all of ten thousand offers takes a tenth of a second. So they are said a few at a time, and once for all who
/// ask before something changes. What changes until they have their answers is announced after these: whoever has asked
/// learns of each change either from the answer or after it.
struct Listing {
  /// What is being said, or sent.
  struct Work {
    let reply: ManagedObjectsReply
    /// What is left to be said.
    var objects: ArraySlice<ObjectPath>
    /// Who gets the answer.
    var callers: [Caller] = []
    /// Changes since it began, to be announced when all have it.
    var announcements: [Announcement] = []
    var announcedBytes = 0
  }

  struct Caller {
    let call: Call
    let attempt: Attempt
  }

  struct Announcement {
    let signal: Message
    /// Who has caused it; nil when it has left, or nobody has.
    let cause: Peer?
  }

  /// Bytes of announcements that may wait: then whoever has no answer yet gets the next one.
  static let mostAnnounced = 1 << 20
  /// Microseconds at a time.
  static let slice: UInt64 = 1_000
  /// Microseconds until the bus may have taken an answer.
  static let pause: UInt64 = 2_000

  /// The answer, until something changes.
  var reply: ManagedObjectsReply?
  var work: Work?
  /// Who has asked after something had changed: for the next answer.
  var later: [Caller] = []
}
