import CEvent
import Diagnostics
import Foundation

/// Sockets that listen on several addresses and one port, which are closed with the last reference to them.
final class ListeningSockets: Sendable {
  let descriptors: [Int32]
  let port: Int

  private init(_ descriptors: [Int32], port: Int) { (self.descriptors, self.port) = (descriptors, port) }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// Listens on all addresses of some hosts. Addresses that this machine lacks are left out, as long as there is one.
  ///
  /// - Parameters:
  ///   - port: The port, 0 for any, or `nil` for 8080 or the next free one.
  static func bind(hosts: [String], port: Int?) throws(DiagnosticsError) -> ListeningSockets {
    var addresses: [Address] = []
    for host in hosts {
      for address in try Address.resolve(host) where !addresses.contains(address) { addresses.append(address) }
    }
    if let port, port != 0 {
      guard 0...0xFFFF ~= port else { throw problem(EINVAL, hosts: hosts, port: port) }
      return try bind(addresses, port: port).mapError { problem($0.code, hosts: hosts, port: port) }.get()
    }
    // The port that the system chooses for the first address may be busy on the others.
    let candidates = port == 0 ? repeatElement(0, count: 16).map { $0 } : Array(preferred..<preferred + 1000)
    var last: Int32 = EADDRINUSE
    for candidate in candidates {
      switch bind(addresses, port: candidate) {
      case .success(let sockets): return sockets
      case .failure(let failure):
        last = failure.code
        guard [EADDRINUSE, EACCES].contains(last) else { throw problem(last, hosts: hosts, port: candidate) }
      }
    }
    throw problem(last, hosts: hosts, port: candidates.last ?? 0)
  }

  private static let preferred = 8080

  private struct Failure: Error { let code: Int32 }

  private static func bind(_ addresses: [Address], port: Int) -> Result<ListeningSockets, Failure> {
    var (port, missing) = (port, EADDRNOTAVAIL)
    var descriptors: [Int32] = []
    for address in addresses {
      switch address.listen(port: port) {
      case .success(let (descriptor, actual)):
        descriptors.append(descriptor)
        port = actual
      case .failure(let failure) where [EADDRNOTAVAIL, EAFNOSUPPORT].contains(failure.code): missing = failure.code
      case .failure(let failure):
        for descriptor in descriptors { close(descriptor) }
        return .failure(failure)
      }
    }
    return descriptors.isEmpty ? .failure(Failure(code: missing)) : .success(ListeningSockets(descriptors, port: port))
  }

  static func problem(_ code: Int32, hosts: [String], port: Int) -> DiagnosticsError {
    let next = "Name another port, or none: then the next free one is taken."
    let (message, hint) =
      switch code {
      case EADDRINUSE: ("port \(port) is used by another program", next)
      case EACCES, EPERM:
        (
          "port \(port) is reserved for the administrator",
          "Name a port from 1024 on, or none: then a free one is taken."
        )
      case EINVAL: ("there is no port \(port)", "Ports are numbers from 1 to 65535.")
      case EADDRNOTAVAIL, EAFNOSUPPORT:
        (
          "this machine does not have the address \(hosts.joined(separator: ", "))",
          "Name an address of this machine, or none: then it is reached from this machine only."
        )
      default: ("port \(port) cannot be opened: \(String(cString: strerror(code)))", next)
      }
    return DiagnosticsError(Diagnostic(code: "server/port", message, hint: hint))
  }

  /// An address of the internet protocol, without a port.
  private struct Address: Equatable {
    let family: Int32
    /// The structure that the C library made.
    let bytes: [UInt8]

    static func resolve(_ host: String) throws(DiagnosticsError) -> [Address] {
      var hints = addrinfo()
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
      hints.ai_flags = AI_PASSIVE
      var list: UnsafeMutablePointer<addrinfo>?
      let code = getaddrinfo(host, nil, &hints, &list)
      guard code == 0 else {
        throw DiagnosticsError(
          Diagnostic(
            code: "server/host", "the host “\(host)” is not found: \(String(cString: gai_strerror(code)))",
            hint: "Name a host or an address of this machine, such as 127.0.0.1."))
      }
      defer { freeaddrinfo(list) }
      // Each element of the list is valid until it is freed, and has the address with its length.
      return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { element in
        guard let info = element?.pointee, let address = info.ai_addr else { return nil }
        return Address(
          family: info.ai_family, bytes: Array(UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen))))
      }
    }

    func listen(port: Int) -> Result<(Int32, Int), Failure> {
      let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { return .failure(Failure(code: errno)) }
      var yes: Int32 = 1
      let size = socklen_t(MemoryLayout.size(ofValue: yes))
      // A server that is started again need not wait for the last connections of the one before.
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
      // Otherwise `::` would also stand for the addresses of IPv4, and collide with `0.0.0.0`.
      if family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }

      var storage = sockaddr_storage()
      // The structures of both families fit into the storage, and have the port in its third and fourth byte. The
      // pointer is used within the closure only.
      let actual = withUnsafeMutableBytes(of: &storage) { storage -> Int? in
        storage.copyBytes(from: bytes)
        storage.storeBytes(of: UInt16(port).bigEndian, toByteOffset: 2, as: UInt16.self)
        guard let address = storage.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return nil }
        var length = socklen_t(bytes.count)
        guard Glibc.bind(descriptor, address, length) == 0, Glibc.listen(descriptor, 1024) == 0,
          getsockname(descriptor, address, &length) == 0
        else { return nil }
        return Int(UInt16(bigEndian: storage.load(fromByteOffset: 2, as: UInt16.self)))
      }
      guard let actual else {
        let code = errno
        close(descriptor)
        return .failure(Failure(code: code))
      }
      return .success((descriptor, actual))
    }
  }
}
