/// Why dragclip reads a target ahead.
package enum ReadPurpose: Hashable, Sendable {
  /// Whether the content is a secret.
  case sensitivityHint
  /// Whether files are to be moved, as GNOME and KDE say it.
  case gnomeFiles(target: String)
  case kdeCut
  /// The path of an offer of dragd's that has the same content.
  case offerPath
  /// For the history, and to serve after the owner has left.
  case keep(ImportedType)

  /// The target to request of the owner.
  package var target: String {
    switch self {
    case .sensitivityHint: TargetNames.sensitivityHint
    case .gnomeFiles(let target): target
    case .kdeCut: TargetNames.kdeCut
    case .offerPath: TargetNames.offer
    case .keep(let type): type.target
    }
  }

  /// The most bytes that the read accepts; more is a failure.
  package func limit(room: UInt64) -> UInt64 {
    switch self {
    case .sensitivityHint: 64
    case .gnomeFiles: 4 << 20
    case .kdeCut: 64
    case .offerPath: 255
    case .keep: room
    }
  }

  /// How long the owner may take, in microseconds.
  package var timeout: UInt64 {
    switch self {
    case .sensitivityHint, .kdeCut, .offerPath: 500_000
    case .gnomeFiles: 2_000_000
    case .keep: 10_000_000
    }
  }
}

/// How a read ended.
package enum ReadOutcome: Hashable, Sendable {
  /// All bytes are kept under the read's number; `start` has the first ones, at most `ReadOutcome.startBytes`.
  /// `fingerprint`: see `KeptType`.
  case complete(size: UInt64, start: [UInt8], fingerprint: UInt64? = nil)
  /// Not all bytes arrived, and none is kept.
  case failed

  package static let startBytes = 256
}
