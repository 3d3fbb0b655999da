package import DragSystem

/// A display's selections, as a clipboard program sees them: one protocol for Wayland, X11 and mutter.
///
/// An implementation works on one loop's thread, touches no program's pipe on it (pipes belong to workers), limits
/// every wait, and keeps state for each read and each request, so that one bad peer stops nobody else.
package protocol SelectionDisplay: AnyObject {
  /// Receives every event, on the loop, in the display's order.
  var onEvent: ((SelectionEvent) -> Void)? { get set }

  /// The selections that this display has; a display without PRIMARY leaves it out.
  var selections: Set<SelectionName> { get }

  /// Reads one target of the present owner into a pipe, which the implementation closes.
  ///
  /// `ended` is called once, on the loop; never before `read` has returned.
  func read(
    _ target: String, of selection: SelectionName, into pipe: consuming OwnedFileDescriptor,
    ended: @escaping (ReadEnd) -> Void
  ) -> ReadID

  /// Stops a read; its `ended` is called with `.cancelled`. Does nothing once the read has ended.
  func cancel(_ read: ReadID)

  /// Owns the selection with these targets, best first, in place of what is owned or not owned there now.
  func own(_ selection: SelectionName, targets: [String])

  /// Gives up ownership, so that nobody owns the selection. Does nothing unless it is owned here.
  func disown(_ selection: SelectionName)

  /// Calls `then` on the loop, perhaps at once, when programs see what `own` and `disown` have done so far; or when the
  /// display has gone.
  func whenVisible(_ then: @escaping () -> Void)

  /// Gives a requestor the bytes of `content`: a pipe until its end, or a file from offset 0. `size` is the exact
  /// number of bytes where it is known.
  ///
  /// `ended` is called once, on the loop.
  func answer(
    _ request: RequestID, with content: consuming OwnedFileDescriptor, size: UInt64?,
    ended: @escaping (AnswerEnd) -> Void)

  /// Tells a requestor that there is nothing of that target. An answer that is under way is broken off, and its `ended`
  /// is called with `.failed`.
  func refuse(_ request: RequestID)

  /// Leaves the display. No event and no `ended` follows.
  func close()
}

extension SelectionDisplay {
  /// A display server performs requests before those of programs that connect or copy later.
  package func whenVisible(_ then: @escaping () -> Void) { then() }
}

/// The selections of a seat: what Ctrl+C fills, and what marking fills.
package enum SelectionName: String, CaseIterable, Sendable {
  case clipboard
  case primary
}

/// A read that is under way; a number is used once.
package struct ReadID: Hashable, Sendable {
  package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }
}

/// A program's wish to paste what is owned here; a number is used once.
package struct RequestID: Hashable, Sendable {
  package let number: UInt64

  package init(number: UInt64) {
    self.number = number
  }
}
