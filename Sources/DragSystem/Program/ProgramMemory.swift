internal import CLinux

/// The memory that the program allocates.
package enum ProgramHeap {
  /// Returns whole free pages to the system: malloc_trim(3). On its own malloc keeps free pages that are not at the
  /// heap's end.
  package static func giveBack() {
    malloc_trim(0)
  }

  /// Has all threads allocate from one arena: mallopt(3). By itself malloc makes one for each thread and keeps it. For a
  /// program that waits far more than it works; call this before the first thread.
  package static func useOneArena() {
    mallopt(arenaMax, 1)
  }

  /// M_ARENA_MAX of malloc.h.
  private static let arenaMax: CInt = -8

  /// The bytes of memory that are in use, with the program's own pages: proc(5), statm. Nil where that cannot be read.
  package static var resident: UInt64? {
    let facts = try? OwnedFileDescriptor.open("/proc/self/statm", O_RDONLY).read(upTo: 256)
    let fields = String(decoding: facts ?? [], as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = UInt64(fields[1]) else { return nil }
    return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
  }
}

/// The memory that maps the program's own file.
package enum ProgramPages {
  /// Returns read-only pages to the system: the next use maps them again from the page cache. In a program that starts
  /// once and then waits for days, most of these pages are from its start. See madvise(2), MADV_DONTNEED.
  package static func giveBack() {
    for range in readOnly {
      madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
  }

  /// The read-only segments that were loaded from the file, in whole pages: getauxval(3), elf(5).
  package static var readOnly: [Range<UInt>] {
    let count = Int(getauxval(UInt(AT_PHNUM)))
    guard
      let table = UnsafePointer<Elf64_Phdr>(bitPattern: getauxval(UInt(AT_PHDR))), count > 0
    else { return [] }
    let headers = UnsafeBufferPointer(start: table, count: count)
    guard let own = headers.first(where: { $0.p_type == PT_PHDR }) else { return [] }
    let base = UInt(bitPattern: table) - UInt(own.p_vaddr)
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    return headers.filter { $0.p_type == PT_LOAD && Int32($0.p_flags) & PF_W == 0 }.map { header in
      let start = base + UInt(header.p_vaddr)
      return (start & ~(page - 1))..<((start + UInt(header.p_memsz) + page - 1) & ~(page - 1))
    }
  }
}
