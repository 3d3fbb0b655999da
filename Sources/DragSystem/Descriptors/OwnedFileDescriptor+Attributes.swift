internal import CLinux

/// The attributes of a file, and waiting until it is on the disk.
extension OwnedFileDescriptor {
  /// Sets the permission bits.
  package borrowing func setMode(_ mode: UInt32) throws(SystemError) {
    guard fchmod(rawValue, mode) == 0 else { throw .last("fchmod") }
  }

  /// Waits until the content is on the disk.
  package borrowing func synchronizeContent() throws(SystemError) {
    guard fdatasync(rawValue) == 0 else { throw .last("fdatasync") }
  }

  /// The read and write offset; ESPIPE when the file has none.
  package borrowing func position() throws(SystemError) -> UInt64 {
    let offset = lseek(rawValue, 0, SEEK_CUR)
    guard offset >= 0 else { throw .last("lseek") }
    return UInt64(offset)
  }

  package borrowing func setPosition(_ offset: UInt64) throws(SystemError) {
    guard lseek(rawValue, Int(clamping: offset), SEEK_SET) >= 0 else { throw .last("lseek") }
  }

  /// Sets the time of the last change of the content, in microseconds of the real-time clock since 1970.
  package borrowing func setModified(_ moment: Int64) throws(SystemError) {
    guard futimens(rawValue, Self.times(modified: moment)) == 0 else { throw .last("futimens") }
  }

  static func times(modified moment: Int64) -> [timespec] {
    let (seconds, rest) = moment.quotientAndRemainder(dividingBy: 1_000_000)
    // The fraction counts forwards, also before 1970.
    let isBefore = rest < 0
    let time = timespec(
      tv_sec: Int(isBefore ? seconds - 1 : seconds),
      tv_nsec: Int(isBefore ? rest + 1_000_000 : rest) * 1_000)
    // UTIME_OMIT, a macro that Swift does not import.
    return [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), time]
  }

  /// Waits until the content, the permissions and the times are on the disk.
  package borrowing func synchronize() throws(SystemError) {
    guard fsync(rawValue) == 0 else { throw .last("fsync") }
  }

  /// Whether the kernel makes the file's content when it is read, so that its size says nothing: in /proc it is 0, in
  /// /sys a page.
  package borrowing func isMadeWhenRead() throws(SystemError) -> Bool {
    if try Self.isMadeWhenRead(rawValue) { return true }
    // Other file systems have such files too.
    let status = try FileStatus(number: rawValue)
    var byte: UInt8 = 0
    return status.size == 0 && pread(rawValue, &byte, 1, 0) == 1
  }

  static func isMadeWhenRead(_ number: Int32) throws(SystemError) -> Bool {
    var facts = statfs()
    guard fstatfs(number, &facts) == 0 else { throw .last("fstatfs") }
    // statfs(2): proc, sysfs, cgroup, cgroup2, debugfs, tracefs, securityfs, configfs, selinuxfs.
    let kinds = [
      0x9fa0, 0x6265_6572, 0x27_e0eb, 0x6367_7270, 0x6462_6720, 0x7472_6163, 0x7363_6673,
      0x6265_6570, 0xf97c_ff8c,
    ]
    return kinds.contains(Int(facts.f_type))
  }
}
