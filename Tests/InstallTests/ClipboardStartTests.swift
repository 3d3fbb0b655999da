import Harness
import Testing

extension UserManagerTests {
  /// A target that needs graphical-session.target, as each desktop has one (systemd.special(7)).
  private static let desktop = """
    mkdir -p ~/.config/systemd/user
    printf '[Unit]\\nBindsTo=graphical-session.target\\nBefore=graphical-session.target\\n' \\
      > ~/.config/systemd/user/desktop.target
    systemctl --user daemon-reload

    """

  @Test(arguments: users)
  func `once it is enabled, dragclip starts and ends with the graphical session`(
    user: Int
  ) throws {
    try Fixture.run { fixture in
      let manager = try UserManager.running("dragclip", fixture, user: user)
      let result = try manager.run(
        Self.display + Self.desktop + """
          systemctl --user enable --quiet dragclip
          state() { systemctl --user show dragclip -P "$1"; }
          state ActiveState
          systemctl --user start desktop.target
          until [ "$(state ActiveState)" = active ]; do sleep 0.05; done
          state ActiveState
          busctl --user status org.dragd.Clipboard1 | grep -q "^PID=$(state MainPID)$" && echo serves
          systemctl --user stop desktop.target
          until [ "$(state ActiveState)" != active ] && [ "$(state ActiveState)" != deactivating ]; do
            sleep 0.05
          done
          state ActiveState
          state Result
          state ExecMainStatus
          kill $server
          """)
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output == "inactive\nactive\nserves\ninactive\nsuccess\n0\n")
    }
  }

  @Test(arguments: users)
  func `what was copied without a display is on the display's clipboard after a login`(
    user: Int
  ) throws {
    try Fixture.run { fixture in
      let manager = try UserManager.running("dragclip", fixture, user: user)
      let result = try manager.run(
        """
        cd; PATH=~/.local/bin:$PATH
        dragctl copy --text 'two words'
        dragctl paste; echo
        until dragctl paste --history 1 >/dev/null 2>&1; do sleep 0.05; done

        """ + Self.display + Self.desktop + """
          systemctl --user enable --quiet dragclip
          systemctl --user start desktop.target
          until [ "$(xclip -selection clipboard -o 2>/dev/null)" = 'two words' ]; do sleep 0.05; done
          dragctl paste; echo
          dragctl paste --history 1; echo
          systemctl --user show dragclip -P NRestarts
          kill $server
          """)
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output == "two words\ntwo words\ntwo words\n1\n")
    }
  }
}
