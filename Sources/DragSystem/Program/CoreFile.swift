internal import CLinux

/// What the kernel writes when this program crashes (core(5)).
package enum CoreFile {
  /// From now on a core file has none of this program's memory, which may have others' secrets in it.
  ///
  /// Without PR_SET_DUMPABLE, which would also keep other programs of the user from finding out which program this is,
  /// and a program without privileges from its own files below /proc.
  package static func omitMemory() {
    let filter = try? OwnedFileDescriptor.open("/proc/self/coredump_filter", O_WRONLY)
    try? filter?.write(all: Array("0".utf8))
  }
}
