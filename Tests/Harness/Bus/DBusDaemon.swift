/// dbus-daemon(1) with what `session.conf` says, but none of the machine's services.
struct DBusDaemon: BusImplementation {
  let program: Program

  init(
    folder: TemporaryFolder, services: [PrivateBus.Service], environment: [String: String]
  ) throws {
    try folder.makeFolder("services")
    for service in services {
      // dbus-daemon splits the line as a shell does.
      let command = service.command.map { "'\($0)'" }.joined(separator: " ")
      try folder.write(
        "services/\(service.name).service",
        text: "[D-BUS Service]\nName=\(service.name)\nExec=\(command)\n")
    }
    let configuration = try folder.write("bus.conf", text: Self.configuration(folder.path))
    program = try Program(
      "dbus-daemon",
      ["--config-file=\(configuration)", "--nofork", "--nosyslog", "--print-address=1"],
      environment: environment)
    do {
      try program.waitForOutput("\n")
    } catch {
      program.close()
      throw error
    }
  }

  func close() { program.close() }

  /// The limits are those of the session.conf that dbus-daemon is installed with.
  private static func configuration(_ folder: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>unix:path=\(folder)/bus</listen>
      <auth>EXTERNAL</auth>
      <servicedir>\(folder)/services</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
      <limit name="max_incoming_bytes">1000000000</limit>
      <limit name="max_incoming_unix_fds">250000000</limit>
      <limit name="max_outgoing_bytes">1000000000</limit>
      <limit name="max_outgoing_unix_fds">250000000</limit>
      <limit name="max_message_size">1000000000</limit>
      <limit name="service_start_timeout">120000</limit>
      <limit name="auth_timeout">240000</limit>
      <limit name="pending_fd_timeout">150000</limit>
      <limit name="max_completed_connections">100000</limit>
      <limit name="max_incomplete_connections">10000</limit>
      <limit name="max_connections_per_user">100000</limit>
      <limit name="max_pending_service_starts">10000</limit>
      <limit name="max_names_per_connection">50000</limit>
      <limit name="max_match_rules_per_connection">50000</limit>
      <limit name="max_replies_per_connection">50000</limit>
    </busconfig>
    """
  }
}
