internal import CLinux

/// The memory that the program's own file is mapped into.
package enum ProgramPages {
  /// Gives back what is only read: the next use maps it again from the system's cache of files. A program that starts
  /// once and then waits for days has most of its pages from its start, madvise(2) with MADV_DONTNEED.
  package static func giveBack() {
    for range in readOnly {
      madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
  }

  /// What was loaded from the file to be read or run, in whole pages: getauxval(3), elf(5).
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
