/// The folder for files without a name: `$XDG_CACHE_HOME/dragd`, otherwise `~/.cache/dragd` (XDG Base Directory
/// Specification). It always looks empty.
package enum SpoolFolder {
  /// The path of the folder; creates it with its parents if needed. Waits for disks.
  package static func ready() throws(SystemError) -> String {
    let folder = try BaseFolder.path("XDG_CACHE_HOME", else: ".cache")
    try BaseFolder.make(folder)
    return folder
  }
}
