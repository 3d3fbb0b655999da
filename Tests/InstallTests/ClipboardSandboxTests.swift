import Harness
import Testing

extension UserManagerTests {
  /// A display whose key is in the home folder, and dragclip in its unit.
  static let display = """
    cd; PATH=~/.local/bin:$PATH
    cookie=$(mcookie)
    export XAUTHORITY=$HOME/.Xauthority
    xauth -q -f server add :0 . $cookie 2>/dev/null
    mkfifo number
    Xvfb -displayfd 3 -auth server -screen 0 320x240x24 -nolisten tcp -noreset 3> number 2>/dev/null &
    server=$!
    export DISPLAY=:$(head -n 1 number)
    xauth -q add $DISPLAY . $cookie 2>/dev/null
    systemctl --user set-environment DISPLAY=$DISPLAY XAUTHORITY=$XAUTHORITY
    history="gdbus call --session --timeout 60 --dest org.dragd.Clipboard1 \\
      --object-path /org/dragd/Clipboard1 --method org.dragd.Clipboard1.History 0"
    try() {
      echo "$1: $(shift; "$@" > answer 2>&1 && echo served \\
        || grep -o 'only programs that provably\\|org.dragd.Error.Busy' answer || cat answer)"
    }

    """

  @Test(arguments: users)
  func `confined by its unit, dragclip serves programs outside of sandboxes, and no others`(
    user: Int
  ) throws {
    try Fixture.run { fixture in
      let manager = try UserManager.running("dragclip", fixture, user: user)
      _ = try fixture.run("cp", [Built.tool("sandboxed.py"), manager.home])
      let result = try manager.run(
        Self.display + """
          printf 'two words' | xclip -selection clipboard -i > /dev/null 2>&1
          # xclip returns before the server knows of its copy.
          until xclip -selection clipboard -o > /dev/null 2>&1; do sleep 0.05; done
          dragctl paste --type text/plain; echo
          dragctl copy --text 'from the shell'
          xclip -selection clipboard -o; echo
          scope="systemd-run --user --scope --quiet --unit"
          bwrap="bwrap --dev-bind / / --die-with-parent"
          try "a terminal" $scope app-gnome-org.gnome.Terminal-1 $history
          sandboxed="/usr/bin/python3 $HOME/sandboxed.py org.example.Board"
          try "Flatpak's root" $scope app-flatpak-org.example.Board-2 $sandboxed $history
          $sandboxed xdg-dbus-proxy $DBUS_SESSION_BUS_ADDRESS $XDG_RUNTIME_DIR/proxied &
          proxy=$!
          until [ -S $XDG_RUNTIME_DIR/proxied ]; do sleep 0.05; done
          try "behind Flatpak's proxy" env DBUS_SESSION_BUS_ADDRESS=unix:path=$XDG_RUNTIME_DIR/proxied \\
            $scope app-flatpak-org.example.Board-3 $sandboxed $history
          try "bubblewrap in a terminal" $scope app-gnome-org.gnome.Terminal-4 $bwrap $history
          kill $proxy
          systemctl --user show dragclip -P ActiveState
          kill $server
          """)
      #expect(result.exit == .success, "\(result.error)")
      #expect(
        result.output == """
          two words
          from the shell
          a terminal: served
          Flatpak's root: only programs that provably
          behind Flatpak's proxy: only programs that provably
          bubblewrap in a terminal: only programs that provably
          active

          """)
    }
  }

  @Test(arguments: users)
  func `without dragd, which knows the callers, dragclip serves nobody, and programs all the same`(
    user: Int
  ) throws {
    try Fixture.run { fixture in
      let manager = try UserManager.running("dragclip", fixture, user: user)
      let result = try manager.run(
        Self.display + """
          try "with dragd" $history
          systemctl --user kill --signal=KILL dragd
          try "after a kill" $history
          systemctl --user mask --runtime --quiet dragd
          systemctl --user stop dragd
          try "without dragd" $history
          printf 'two words' | xclip -selection clipboard -i > /dev/null 2>&1
          # xclip goes on in the background before it owns the clipboard.
          until xclip -selection clipboard -o > /dev/null 2>&1; do sleep 0.05; done
          xclip -selection clipboard -o; echo
          systemctl --user unmask --runtime --quiet dragd
          try "with dragd again" $history
          kill $server
          """)
      #expect(result.exit == .success, "\(result.error)")
      #expect(
        result.output == """
          with dragd: served
          after a kill: served
          without dragd: org.dragd.Error.Busy
          two words
          with dragd again: served

          """)
    }
  }
}
