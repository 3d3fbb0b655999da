internal import CWayland
internal import DisplaySelections
internal import DragModel

/// The protocol through which a program without a window sees and owns selections.
///
/// ext-data-control-v1 and wlr-data-control-unstable-v1 have the same requests and events, by the same numbers.
struct DataControl {
  /// The managers' names, the better first.
  static let managerNames = ["ext_data_control_manager_v1", "zwlr_data_control_manager_v1"]

  let managerName: String
  private let interfaces: data_control_interfaces
  private let version: UInt32

  /// Nil for another interface than `managerNames`.
  init?(managerName: String, version: UInt32) {
    self.managerName = managerName
    switch managerName {
    case Self.managerNames[0]:
      interfaces = data_control_ext()
      self.version = min(version, 1)
    case Self.managerNames[1]:
      interfaces = data_control_wlr()
      self.version = min(version, 2)
    default: return nil
    }
  }

  /// wlr-data-control has PRIMARY from version 2 on. A compositor without PRIMARY ignores requests for it.
  var selections: Set<ClipboardSelection> {
    managerName == Self.managerNames[0] || version >= 2 ? [.clipboard, .primary] : [.clipboard]
  }

  /// The caller ensures that libwayland's buffer has room for the request, as for those below.
  func bindManager(_ name: UInt32, of registry: Proxy) -> OpaquePointer? {
    wayland_bind(registry.pointer, name, interfaces.manager, version)
  }

  func device(of seat: Proxy, manager: Proxy) -> OpaquePointer? {
    data_control_get_device(manager.pointer, interfaces.device, seat.pointer)
  }

  func createSource(manager: Proxy) -> OpaquePointer? {
    data_control_create_source(manager.pointer, interfaces.source)
  }

  static let bindCost = RequestCost.string(managerNames[1], descriptors: 0).plus(words: 3)

  static func setRequest(for selection: ClipboardSelection) -> UInt32 {
    switch selection {
    case .clipboard: UInt32(data_control_device_set_selection)
    case .primary: UInt32(data_control_device_set_primary)
    }
  }
}

extension RequestCost {
  func plus(words: Int) -> RequestCost {
    RequestCost(bytes: bytes + 4 * words, descriptors: descriptors)
  }
}
