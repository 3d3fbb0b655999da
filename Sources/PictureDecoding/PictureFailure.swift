/// Why there are no pixels.
package enum PictureFailure: Error, Hashable, Sendable {
  /// It is no picture of a format that this system can read.
  case undecodable
  /// It has more than `PictureLimits.pixels`.
  case tooLarge
  /// It takes more time or memory than `PictureLimits` allow.
  case tooCostly
  /// Its process was stopped.
  case stopped
  /// The helper cannot be run.
  case unavailable(reason: String)
}
