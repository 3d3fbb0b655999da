internal import CGtk

/// The installed applications.
package enum Applications {
  /// An application's name for people, as its desktop file says it; its id without one.
  package static func name(of id: String) -> String {
    let apps = g_app_info_get_all()
    defer { g_list_free_full(apps) { g_object_unref($0) } }
    var next = apps
    while let link = next {
      let app = link.pointee.data.map { OpaquePointer($0) }
      if let app, copiedString(g_app_info_get_id(app)) == id + ".desktop" {
        return copiedString(g_app_info_get_display_name(app))
      }
      next = link.pointee.next
    }
    return id
  }
}
