import Harness
import Testing

extension UserManagerTests {
  /// The user namespace of its unit hides every other program's root from dragd: it goes by Flatpak's scope.
  @Test(arguments: users)
  func `confined by its unit, dragd lets no sandboxed program withdraw what lingers`(
    user: Int
  ) throws {
    try Fixture.run { fixture in
      let manager = try UserManager(fixture, user: user, binaries: Built.folder)
      if user != 0, try !manager.canRun("dragd") {
        try Test.cancel("user \(user) may not load the compiler's libraries")
      }
      _ = try fixture.run("cp", [Built.tool("sandboxed.py"), manager.home])
      let result = try manager.run(
        """
        offer=$(busctl --user --timeout=60 call \\
          org.dragd.Broker1 /org/dragd/Broker1 org.dragd.Broker1 Offer 'a(a{sv}aa{sv})a{sv}' \\
          1 0 1 2 type s text/plain data ay 1 97 0 | cut -d '"' -f 2)
        until busctl --user get-property org.dragd.Broker1 $offer org.dragd.Offer1 Source \\
          | grep -qF '"connection" s ""'; do sleep 0.05; done
        withdraw="busctl --user call org.dragd.Broker1 $offer org.dragd.Offer1 Withdraw"
        scope="systemd-run --user --scope --quiet --unit"
        $scope app-flatpak-org.example.Board-1 \\
          /usr/bin/python3 ~/sandboxed.py org.example.Board $withdraw 2>&1 || echo refused
        $scope app-org.example.Board-2 $withdraw && echo withdrawn
        """)
      #expect(result.exit == .success, "\(result.error)")
      #expect(result.output.contains("only a program outside a sandbox withdraws it"))
      #expect(result.output.hasSuffix("refused\nwithdrawn\n"), "\(result.output)")
    }
  }
}
