/// Where files without a name go: `$XDG_CACHE_HOME/dragd`, else `~/.cache/dragd` (XDG Base Directory
/// Specification). Nothing is ever seen in it.
package enum SpoolFolder {
  /// The folder, made with its parents if it is not there. Waits for disks.
  package static func ready() throws(SystemError) -> String {
    let folder = try BaseFolder.path("XDG_CACHE_HOME", else: ".cache")
    try BaseFolder.make(folder)
    return folder
  }
}
