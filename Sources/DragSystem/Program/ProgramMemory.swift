internal import CLinux

/// When a program that waits far longer than it works gives its memory back.
package enum ProgramRest {
  /// Microseconds without work after which the program rests.
  package static let quiet: UInt64 = 5_000_000
}

/// The memory that the program allocates.
package enum ProgramHeap {
  /// Returns whole free pages to the system: malloc_trim(3). By itself malloc keeps free pages that are not at the
  /// heap's end.
  package static func giveBack() {
    malloc_trim(0)
  }

  /// Has all threads allocate from one arena: mallopt(3). By itself malloc makes one for each thread and keeps it. For
  /// a program that waits far more than it works; call this before the first thread.
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

/// The stacks of the program's threads.
package enum ProgramStack {
  /// Less than the stack of any thread of this program, and more than handlers use.
  private static let most: UInt = 128 << 10

  /// Returns the pages below the present frame, which earlier work of this thread has used. Otherwise the system keeps
  /// those of the main thread, and glibc keeps PTHREAD_STACK_MIN bytes of a thread that ends. See madvise(2),
  /// MADV_DONTNEED.
  package static func giveBack() {
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    var frame: UInt8 = 0
    withUnsafeMutablePointer(to: &frame) { frame in
      // One page is for the frames of these calls.
      let end = UInt(bitPattern: frame) & ~(page - 1) - page
      madvise(UnsafeMutableRawPointer(bitPattern: end - most), Int(most), MADV_DONTNEED)
    }
  }
}

/// The memory that maps the files of the program and of its libraries.
package enum ProgramPages {
  /// Returns read-only pages to the system: the next use maps them again from the page cache. In a program that starts
  /// once and then waits for days, most of these pages are from its start. Call it last, because a page that is used
  /// comes back with its neighbours. See madvise(2), MADV_DONTNEED, and dl_iterate_phdr(3).
  package static func giveBack() {
    _ = dl_iterate_phdr(
      { object, _, _ in
        if let object { ProgramPages.giveBack(object.pointee) }
        return 0
      }, nil)
  }

  private static func giveBack(_ object: dl_phdr_info) {
    let base = UInt(object.dlpi_addr)
    let headers = UnsafeBufferPointer(start: object.dlpi_phdr, count: Int(object.dlpi_phnum))
    guard !isRelocatedInPlace(headers, at: base) else { return }
    let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
    for header in headers where header.p_type == PT_LOAD && Int32(header.p_flags) & PF_W == 0 {
      let start = base + UInt(header.p_vaddr)
      let first = start & ~(page - 1)
      let end = (start + UInt(header.p_memsz) + page - 1) & ~(page - 1)
      madvise(UnsafeMutableRawPointer(bitPattern: first), Int(end - first), MADV_DONTNEED)
    }
  }

  /// Whether the linker has written into read-only segments, so that memory differs from the file: elf(5), DT_TEXTREL
  /// and DF_TEXTREL.
  private static func isRelocatedInPlace(
    _ headers: UnsafeBufferPointer<Elf64_Phdr>, at base: UInt
  ) -> Bool {
    guard let dynamic = headers.first(where: { $0.p_type == PT_DYNAMIC }),
      var entry = UnsafePointer<Elf64_Dyn>(bitPattern: base + UInt(dynamic.p_vaddr))
    else { return false }
    while entry.pointee.d_tag != DT_NULL {
      if entry.pointee.d_tag == DT_TEXTREL { return true }
      if entry.pointee.d_tag == DT_FLAGS, entry.pointee.d_un.d_val & UInt64(DF_TEXTREL) != 0 {
        return true
      }
      entry += 1
    }
    return false
  }
}
