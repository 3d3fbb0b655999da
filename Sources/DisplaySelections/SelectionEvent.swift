package import DragModel
package import DragSystem

/// An event of a display's selections.
package enum SelectionEvent: Equatable, Sendable {
  /// The selection has another owner, or none (nil). The first events after connecting report the present owners.
  case changed(ClipboardSelection, OwnedSelection?, OwnerChange = .unknown)

  /// The display has not made this program the owner, as the last call of `own` or `ownUnlessTaken` asked: another
  /// program has claimed the selection since. `changed` reports that program before or after this.
  case ownRefused(ClipboardSelection)

  /// A program pastes from a selection that this program owns: `answer` or `refuse` the request.
  case requested(ClipboardSelection, target: String, RequestID)

  /// The requestor left before its request was answered, or the answer is too late: the request needs no answer.
  case requestCancelled(RequestID)

  /// X11: a program that is about to end asks the clipboard manager to keep these targets of the selection
  /// (SAVE_TARGETS, ICCCM section 2.6.3 and the freedesktop.org clipboard manager specification). Answer within 2 s:
  /// `refuse` says that nothing was kept, `answer` with an empty file that everything was.
  case saveRequested(ClipboardSelection, targets: [String], RequestID)

  /// The display has ended the connection. Nothing follows.
  case gone(String)
}

/// How a selection came to have another owner or none.
package enum OwnerChange: Equatable, Sendable {
  /// The display does not tell (Wayland, and owners from before this program connected).
  case unknown
  /// A program has taken the selection, or has cleared it.
  case set
  /// The owner has ended, or has destroyed the window that it owned the selection with (X11).
  case ownerEnded
}

/// A selection that has an owner.
package struct OwnedSelection: Equatable, Sendable {
  /// The owner's names of targets (X11) or types (Wayland), best first, without duplicates.
  package var targets: [String]

  /// Whether the owner is this program.
  package var isOwn: Bool

  /// Whether the display itself is the owner (mutter): the former owner has left, and the display serves what it read.
  package var isKeptByDisplay: Bool

  /// The owner's process, where the display tells (X11 with XRes, for a local owner).
  package var process: Int32?

  /// The display's time of the change in milliseconds, where it tells (X11).
  package var time: UInt32?

  package init(
    targets: [String], isOwn: Bool, isKeptByDisplay: Bool = false, process: Int32? = nil,
    time: UInt32? = nil
  ) {
    self.targets = targets
    self.isOwn = isOwn
    self.isKeptByDisplay = isKeptByDisplay
    self.process = process
    self.time = time
  }
}

/// How a read ended.
package enum ReadEnd: Equatable, Sendable {
  /// The pipe has every byte and is closed.
  case complete(bytes: UInt64)

  /// The owner writes into the pipe itself (Wayland). Nothing tells whether it writes everything before it closes it.
  case handedOver

  /// The content is incomplete; the reason is for people.
  case failed(String)

  case cancelled
}

/// How an answer ended.
package enum AnswerEnd: Equatable, Sendable {
  /// The requestor has every byte. On Wayland its pipe has every byte; nothing tells whether the requestor reads them.
  case complete(bytes: UInt64)

  /// The content could not be read to its end, and the requestor has a part of it.
  case cut(String)

  /// The requestor left, cancelled or stalled, or none of the content could be read.
  case failed(String)
}

extension AnswerEnd {
  /// Why an answer has failed that `SelectionDisplay.refuse` ended.
  package static let cancellation = "the owner cancelled the answer"

  /// The end of a copy to a requestor.
  /// - Parameters:
  ///   - size: the content's size; nil if it is not known.
  ///   - contentLimit: after how many microseconds the content counts as stalled; `requestorLimit` likewise.
  package init(
    _ end: PeerCopy.End, of size: UInt64?, contentLimit: UInt64, requestorLimit: UInt64
  ) {
    self =
      switch end {
      case .complete(let bytes): .complete(bytes: bytes)
      case .short(let bytes):
        .cut("the content ended after \(bytes) of \(size.map { "\($0)" } ?? "unknown") bytes")
      case .destinationClosed(let bytes): .failed("the requestor left after \(bytes) bytes")
      case .stalled(.source, 0):
        .failed("the content stalled for \(contentLimit / 1_000) ms")
      case .stalled(.source, let bytes):
        .cut("the content stalled for \(contentLimit / 1_000) ms, after \(bytes) bytes")
      case .stalled(.destination, let bytes):
        .failed(
          "the requestor took nothing for \(requestorLimit / 1_000) ms, after \(bytes) bytes")
      case .failed(let error): .failed("\(error)")
      }
  }
}
