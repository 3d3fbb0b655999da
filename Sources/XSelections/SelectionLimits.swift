/// Time limits for an X server and its clients, in microseconds, and limits of the memory that they may use.
package struct SelectionLimits: Sendable {
  /// The server accepts the connection and answers the first questions.
  package var connecting: UInt64 = 5_000_000

  /// The owner answers a conversion.
  package var ownerAnswers: UInt64 = 2_000_000

  /// The owner brings the next chunk of an incremental transfer.
  package var ownerContinues: UInt64 = 5_000_000

  /// One read keeps others of the same selection from starting.
  package var ownersAttention: UInt64 = 3_000_000

  /// A read waits for its turn.
  package var readWaits: UInt64 = 10_000_000

  /// The server answers what it can answer by itself.
  package var serverAnswers: UInt64 = 10_000_000

  /// The program answers a request, and a requestor takes a chunk.
  package var requestorContinues: UInt64 = 10_000_000

  /// The content of an answer has its next bytes.
  package var contentContinues: UInt64 = 15_000_000

  /// The program answers a request to keep targets.
  package var saving: UInt64 = 3_000_000

  /// The pause between two reads of the targets of one selection.
  package var betweenProbes: UInt64 = 50_000

  /// The most bytes that one request reads or writes of a property; a server may force fewer.
  package var slice = 256 << 10

  /// The same for the only conversion under way: a large paste has fewer round trips then. The kernel may accept fewer
  /// without blocking: see net.core.wmem_max in socket(7).
  package var sliceOfOne = 1 << 20

  /// Reads under way at once.
  package var reads = 64

  /// Windows for reads.
  package var windows = 256

  /// Conversions under way at once: in all, and for one client of the server.
  package var conversions = 256
  package var conversionsPerClient = 128

  /// Bytes of content in memory: all conversions under way share them.
  package var conversionMemory = 512 << 10

  /// Targets of one selection, and bytes of a target's name.
  package var targets = 1_024
  package var nameLength = 1_024

  package init() {}
}
