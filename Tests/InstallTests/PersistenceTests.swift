import Harness
import Testing

extension UserManagerTests {
  @Test(arguments: users)
  func `what dragd holds survives a kill, a restart and an upgrade`(user: Int) throws {
    try Fixture.run { fixture in
      let manager = try UserManager.running("dragd", fixture, user: user)
      for tool in ["persistence-systemd.sh", "persistence-peer.py"] {
        _ = try fixture.run("cp", [Built.tool(tool), manager.home])
      }
      let result = try manager.run("~/persistence-systemd.sh ~/persistence-peer.py")
      #expect(result.exit == .success, "\(result.output)\(result.error)")
      print(result.output)
      for way in ["kill -9", "systemctl --user restart", "another program in its place"] {
        #expect(
          result.output.contains {
            $0.starts(with: way) && $0.hasSuffix("every offer is as before")
          })
      }
      #expect(result.output.contains("100000000 bytes, seals 0xf, sha256 "))
      #expect(result.output.contains("the service manager keeps 5 descriptors"))
    }
  }
}

extension String {
  /// Whether one of its lines fits.
  fileprivate func contains(_ fits: (Substring) -> Bool) -> Bool {
    split(separator: "\n").contains(where: fits)
  }
}
