import DragModel
import DragSystem

@testable import FolderArchive

extension FuzzTarget {
  /// Archives of folders that another program makes: what arrives in pieces is read as what arrives at once, and every
  /// path stays in the folder.
  static let archives = FuzzTarget(
    "archives", seeds: ArchiveSamples.all, maxLength: 6_144,
    dictionary: [
      "ustar\u{0}00", "GNU.sparse.major=1\n", "22 GNU.sparse.minor=0\n", "GNU.sparse.realsize=",
      "GNU.sparse.name=", "path=", "linkpath=", "size=", "../", "./", "mtime=1.5\n",
    ]
  ) { bytes throws(BrokenPromise) in
    // Else nearly every change of a header ends at its checksum.
    let archive = ArchiveSamples.withChecksums(bytes)
    let whole = read(archive, pieces: archive.count + 1)
    let pieces = read(archive, pieces: 97)
    try promise(whole == pieces, "in pieces it is another archive")
    for event in whole.events {
      guard case .entry(let entry) = event else { continue }
      for component in entry.path {
        try promise(
          !component.isEmpty && component != Array("..".utf8) && component != Array(".".utf8)
            && !component.contains(0) && !component.contains(UInt8(ascii: "/")),
          "a path leads elsewhere")
        guard let safe = MemberName.safe(component) else { continue }
        try promise(MemberName.safe(safe) == safe, "a name is made safe twice")
        try promise(
          !safe.isEmpty && safe.count <= 255 && safe != Array(".".utf8) && safe != Array("..".utf8)
            && !safe.contains(UInt8(ascii: "/")), "a safe name is none")
      }
      if case .file(let size, let ranges) = entry.kind {
        var end: UInt64 = 0
        for range in ranges {
          try promise(
            range.lowerBound >= end && !range.isEmpty && range.upperBound <= size,
            "the data of a file overlap, or are beyond its end")
          end = range.upperBound
        }
      }
    }
  }

  private static func read(_ archive: [UInt8], pieces: Int) -> Reading {
    var limits = ArchiveLimits()
    limits.header = 4_096
    var parser = ArchiveParser(limits)
    var reading = Reading()
    do throws(FolderError) {
      var start = 0
      while start < archive.count {
        let end = min(start + pieces, archive.count)
        var input = archive[start..<end]
        while let event = try parser.next(&input) { reading.add(event) }
        start = end
      }
      try parser.checkEnd()
    } catch {
      reading.failure = error
    }
    return reading
  }
}

/// What a parser makes of an archive.
private struct Reading: Equatable {
  var events: [ArchiveParser.Event] = []
  var failure: FolderError?

  /// Adjacent pieces of data become one.
  mutating func add(_ event: ArchiveParser.Event) {
    guard case .data(let bytes, let offset) = event,
      case .data(let before, let start)? = events.last, start + UInt64(before.count) == offset
    else {
      events.append(event)
      return
    }
    events[events.count - 1] = .data(before + bytes, at: start)
  }
}

/// Small archives that have everything.
enum ArchiveSamples {
  static var all: [[UInt8]] {
    let file = ArchiveEntry.Kind.file(size: 5, ranges: [0..<5])
    let holes = ArchiveEntry.Kind.file(size: 9_000, ranges: [0..<3, 4_096..<4_100])
    return [
      archive([(.folder, ["top"], 0)]),
      archive([(.folder, ["top"], 0), (file, ["top", "a"], 5), (.folder, ["top", "b"], 0)]),
      archive([(.folder, ["été"], 0), (file, ["été", "ä"], 5)]),
      archive([(.folder, ["top"], 0), (holes, ["top", "h"], 7)]),
      archive([
        (.folder, ["top"], 0), (.link(destination: Array("a/ü".utf8)), ["top", "l"], 0),
      ]),
    ]
  }

  static func archive(_ entries: [(ArchiveEntry.Kind, [String], Int)]) -> [UInt8] {
    entries.flatMap { kind, path, count in
      ArchiveEntry(
        kind: kind, path: path.map { Array($0.utf8) }, mode: 0o644, modified: 1_500_000_000_250_000
      ).header() + [UInt8](repeating: 0x78, count: count)
        + [UInt8](repeating: 0, count: count.toBlockEnd)
    } + [UInt8](repeating: 0, count: 1_024)
  }

  /// The same with a right checksum in each block that claims to be a header.
  static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var start = 0
    while start + 512 <= bytes.count {
      if bytes[(start + 257)..<(start + 262)].elementsEqual("ustar".utf8) {
        var sum = 8 * 0x20
        for index in start..<(start + 512) where !(start + 148..<start + 156).contains(index) {
          sum += Int(bytes[index])
        }
        let digits = String(sum, radix: 8)
        let text = String(repeating: "0", count: 6 - digits.utf8.count) + digits + "\u{0} "
        bytes.replaceSubrange((start + 148)..<(start + 156), with: text.utf8)
      }
      start += 512
    }
    return bytes
  }
}
