package import DisplaySelections
package import DragModel
package import DragSystem

extension XDisplay {
  package func read(
    _ target: String, of selection: ClipboardSelection, into pipe: consuming OwnedFileDescriptor,
    ended: @escaping (ReadEnd) -> Void
  ) -> ReadID {
    readsMade += 1
    let id = ReadID(number: readsMade)
    let destination = PipeDestination(
      pipe, lane: .xRead(id.number), pool: pool, loop: loop)
    let read = SelectionRead(
      selection: atom(of: selection), destination: destination
    ) { [weak self] end in
      self?.reads[id] = nil
      ended(end)
    }
    reads[id] = read
    // A failure ends the read later, since the caller does not have the number yet.
    guard !hasEnded else { return fail(read, id, "the connection to the X server has ended") }
    guard reads.count <= limits.reads else {
      return fail(read, id, "\(limits.reads) reads are under way, which is the limit")
    }
    guard !target.isEmpty, target.utf8.count <= limits.nameLength else {
      return fail(
        read, id, "a target's name has 1 to \(limits.nameLength) bytes, not \(target.utf8.count)")
    }
    // The caller means the owner that it knows.
    guard states[selection]?.isBeingProbed != true else {
      return fail(read, id, Self.anotherOwner)
    }
    reader.setTimer(read)
    loop.next { [weak self] in self?.find(target, for: read) }
    return id
  }

  package func cancel(_ read: ReadID) {
    guard let read = reads[read] else { return }
    reader.perform(read.state.cancelled(), read)
  }

  /// The selection has another owner. Reads that have not reached the former one would get this one's content for its.
  func failReads(of selection: Atom) {
    for (_, read) in reads.sorted(by: { $0.key.number < $1.key.number })
    where read.selection == selection && reader.mayMissItsOwner(read) {
      reader.perform(read.state.failed(Self.anotherOwner), read)
    }
  }

  private static let anotherOwner = "the selection has another owner now"

  private func fail(_ read: SelectionRead, _ id: ReadID, _ reason: String) -> ReadID {
    loop.next { [reader] in reader.perform(read.state.failed(reason), read) }
    return id
  }

  private func find(_ target: String, for read: SelectionRead) {
    guard !read.state.isOver else { return }
    directory.atom(target, creating: false) { [weak self] atom in
      guard let self, !read.state.isOver else { return }
      guard atom != 0 else {
        return self.reader.perform(
          read.state.failed("no program on this X server has a target “\(target)”"), read)
      }
      self.reader.start(read, target: atom)
    }
  }
}
