import Harness
import Testing

extension UserManagerTests {
  /// Withdraws an offer that lingers, in one way after the other, from less to more trusted, under the unit as it is
  /// installed.
  @Test(arguments: users)
  func `confined by its unit, dragd lets no sandboxed program withdraw what lingers`(
    user: Int
  ) throws {
    try Fixture.run { fixture in
      let manager = try UserManager.running("dragd", fixture, user: user)
      for tool in ["sandboxed.py", "inherited-connection.py"] {
        _ = try fixture.run("cp", [Built.tool(tool), manager.home])
      }
      let result = try manager.run(
        """
        offer=$(busctl --user --timeout=60 call \\
          org.dragd.Broker1 /org/dragd/Broker1 org.dragd.Broker1 Offer 'a(a{sv}aa{sv})a{sv}' \\
          1 0 1 2 type s text/plain data ay 1 97 0 | cut -d '"' -f 2)
        until busctl --user get-property org.dragd.Broker1 $offer org.dragd.Offer1 Source \\
          | grep -qF '"connection" s ""'; do sleep 0.05; done
        # The proxy does not know how busctl authenticates.
        withdraw="gdbus call --session --timeout 60 --dest org.dragd.Broker1 --object-path $offer \\
          --method org.dragd.Offer1.Withdraw"
        cd
        scope="systemd-run --user --scope --quiet --unit"
        try() {
          echo "$1: $(shift; "$@" > answer 2>&1 && echo withdrawn \\
            || grep -o 'only a program outside' answer || cat answer)"
        }
        sandboxed="/usr/bin/python3 $HOME/sandboxed.py org.example.Board"

        try "Flatpak's root" $scope app-flatpak-org.example.Board-1 $sandboxed $withdraw

        # As Flatpak runs it: the proxy has the application's root too.
        bwrap="bwrap --dev-bind / / --die-with-parent"
        $sandboxed xdg-dbus-proxy $DBUS_SESSION_BUS_ADDRESS $XDG_RUNTIME_DIR/proxied &
        proxies=$!
        until [ -S $XDG_RUNTIME_DIR/proxied ]; do sleep 0.05; done
        try "behind Flatpak's proxy" env DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/proxied \\
          $scope app-flatpak-org.example.Board-2 $sandboxed $withdraw

        xdg-dbus-proxy $DBUS_SESSION_BUS_ADDRESS $XDG_RUNTIME_DIR/bare &
        proxies="$proxies $!"
        until [ -S $XDG_RUNTIME_DIR/bare ]; do sleep 0.05; done
        try "behind a bare proxy" env DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/bare \\
          $bwrap $withdraw

        try "bubblewrap in a terminal" $scope app-gnome-org.gnome.Terminal-3 $bwrap $withdraw
        try "bubblewrap in a service" systemd-run --user --wait --pipe --quiet --service-type=exec $bwrap $withdraw
        echo "an inherited connection: $(echo withdraw $offer | /usr/bin/python3 ~/inherited-connection.py | tail -n 1)"
        try "a terminal" $scope app-gnome-org.gnome.Terminal-4 $withdraw
        kill $proxies
        """)
      #expect(result.exit == .success, "\(result.error)")
      #expect(
        result.output == """
          Flatpak's root: only a program outside
          behind Flatpak's proxy: only a program outside
          behind a bare proxy: only a program outside
          bubblewrap in a terminal: only a program outside
          bubblewrap in a service: only a program outside
          an inherited connection: org.dragd.Error.AccessDenied
          a terminal: withdrawn

          """)
    }
  }
}
