internal import CLinux

extension OwnedFileDescriptor {
  /// Whether the file is on a file system of this machine, where closing it waits for no other machine or process.
  /// Blocks for ever on a dead mount.
  ///
  /// Only then may the service manager keep it: systemd before version 254 closes stored descriptors on its main
  /// thread, and a dead FUSE or network mount would hang the whole session.
  package borrowing func isOnLocalFileSystem() throws(SystemError) -> Bool {
    var facts = statfs()
    guard fstatfs(rawValue, &facts) == 0 else { throw .last("fstatfs") }
    return Self.local.contains(UInt32(truncatingIfNeeded: facts.f_type))
  }

  /// From linux/magic.h and the file systems' sources.
  private static let local: Set<UInt32> = [
    0xef53,  // ext2, ext3, ext4
    0x5846_5342,  // XFS
    0x9123_683e,  // Btrfs
    0xf2f5_2010,  // F2FS
    0xca45_1a4e,  // bcachefs
    0x2fc1_2fc1,  // ZFS
    0x0102_1994,  // tmpfs
    0x8584_58f6,  // ramfs
    0x794c_7630,  // overlayfs
    0x5265_4973,  // ReiserFS
    0x3153_464a,  // JFS
    0x0000_3434,  // NILFS
    0x4d44,  // FAT
    0x2011_bab0,  // exFAT
    0x7366_746e,  // NTFS in the kernel
    0x9660,  // ISO 9660
    0x1501_3346,  // UDF
    0x7371_7368,  // SquashFS
    0xe0f5_e1e2,  // EROFS
  ]
}
