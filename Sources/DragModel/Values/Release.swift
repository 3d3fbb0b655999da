/// The version of this program, which all its parts share.
package enum Release {
  package static let version = "0.1.0"
}
