extension ArchiveEntry {
  /// The bytes before the data in the archive: the extended header, if there is one, the header, and the map of holes.
  func header() -> [UInt8] {
    var name = joinedPath
    var extended = ExtendedHeader()
    let isPlain = name.count < 100 && name.allSatisfy { $0 < 0x80 }
    var block: TarBlock
    var map: [UInt8] = []
    switch kind {
    case .folder:
      if !isPlain { extended.path = name }
      name.append(UInt8(ascii: "/"))
      block = TarBlock(.folder, name: name, mode: mode, size: 0, modified: nil)
    case .link(let destination):
      if !isPlain { extended.path = name }
      if destination.count > 100 || !destination.allSatisfy({ $0 < 0x80 }) {
        extended.link = destination
      }
      block = TarBlock(
        .link, name: name, mode: 0o777, size: 0, modified: nil, link: destination)
    case .file(let size, let ranges):
      if !isPlain { extended.path = name }
      var stored = size
      if ranges != Self.all(of: size) {
        map = SparseMap.bytes(ranges, size: size)
        extended.path = name
        extended.sparseSize = size
        name = Array("GNUSparseFile.0/".utf8) + (path.last ?? [])
        stored = UInt64(map.count) + dataSize
      }
      if stored > TarBlock.mostOctal { extended.size = stored }
      block = TarBlock(.file, name: name, mode: mode, size: stored, modified: nil)
    }
    if let modified {
      // The field has no time before 1970, and none after 2242.
      let seconds = UInt64(exactly: modified / 1_000_000).map { min($0, TarBlock.mostOctal) }
      block.modified = seconds
      if seconds.map({ Int64($0) * 1_000_000 }) != modified { extended.modified = modified }
    }
    guard extended.isOfOneEntry else { return block.bytes + map }
    let records = extended.bytes
    let first = TarBlock(
      .extended, name: Array("PaxHeader/".utf8) + (path.last ?? []), mode: 0o644,
      size: UInt64(records.count), modified: block.modified)
    return first.bytes + records + [UInt8](repeating: 0, count: records.count.toBlockEnd)
      + block.bytes + map
  }

  /// The bytes of all ranges.
  var dataSize: UInt64 {
    switch kind {
    case .folder, .link: 0
    case .file(_, let ranges): ranges.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    }
  }
}
