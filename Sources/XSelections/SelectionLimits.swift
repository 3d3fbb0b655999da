/// How long this program waits for its peers on an X server, in microseconds, and how much they may make it keep.
package struct SelectionLimits: Sendable {
  /// The server accepts the connection and answers the first questions.
  package var connecting: UInt64 = 5_000_000

  /// The owner answers a conversion.
  package var ownerAnswers: UInt64 = 2_000_000

  /// The owner brings the next chunk of an incremental transfer.
  package var ownerContinues: UInt64 = 5_000_000

  /// One read may keep others of the same selection from beginning.
  package var ownersAttention: UInt64 = 3_000_000

  /// A read waits for its turn.
  package var readWaits: UInt64 = 10_000_000

  /// The server answers what it can answer by itself.
  package var serverAnswers: UInt64 = 10_000_000

  /// A request is answered or refused, and a requestor takes what it was given.
  package var requestorContinues: UInt64 = 10_000_000

  /// Content that is being given brings its next bytes.
  package var contentContinues: UInt64 = 15_000_000

  /// A request to keep targets is answered.
  package var saving: UInt64 = 3_000_000

  /// Between two questions for the targets of the same selection.
  package var betweenProbes: UInt64 = 50_000

  /// Bytes that are read from a property, or written into one, at once; a server may force fewer.
  package var slice = 256 << 10

  /// Reads that are under way at once.
  package var reads = 64

  /// Windows that are made for reads.
  package var windows = 256

  /// Conversions that are under way for requestors at once, and for one client of the server.
  package var conversions = 256
  package var conversionsPerClient = 128

  /// Targets of one selection, and bytes of a target's name.
  package var targets = 1_024
  package var nameLength = 1_024

  package init() {}
}
