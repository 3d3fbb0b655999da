internal import CGIO
internal import DragSystem
enum BrokerService { static func x() -> gboolean { g_content_type_is_unknown("a") } }
