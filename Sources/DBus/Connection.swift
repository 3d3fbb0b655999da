internal import CDBus
internal import DragSystem
enum Connection { static func x() { dbus_threads_init_default() } }
