internal import CLinux

/// Sends bytes over a Unix socket with one descriptor (SCM_RIGHTS, unix(7)).
func sendMessage(_ bytes: [UInt8], with descriptor: Int32, on socket: Int32) throws(HarnessFailure)
{
  // cmsghdr {size_t length; int level; int type} and the descriptor: what CMSG_LEN(4) counts.
  var control = [UInt64](repeating: 0, count: 3)
  control.withUnsafeMutableBytes { buffer in
    buffer.storeBytes(of: 20, toByteOffset: 0, as: Int.self)
    buffer.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
    buffer.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
    buffer.storeBytes(of: descriptor, toByteOffset: 16, as: Int32.self)
  }
  var content = bytes
  let size = content.count
  let sent = content.withUnsafeMutableBytes { content in
    control.withUnsafeMutableBytes { control in
      var part = iovec(iov_base: content.baseAddress, iov_len: size)
      return withUnsafeMutablePointer(to: &part) { part in
        var message = msghdr()
        message.msg_iov = part
        message.msg_iovlen = 1
        message.msg_control = control.baseAddress
        message.msg_controllen = control.count
        return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
      }
    }
  }
  guard sent == size else { throw .last("sendmsg") }
}
