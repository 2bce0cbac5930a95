/// The names under which a server may be addressed.
///
/// A page of another site can give its own name the address of this machine, and then counts as the same site as this
/// server (“DNS rebinding”). But its requests carry that name in the field `Host`. Addresses in numbers, and names that
/// always mean this machine, cannot be given away, and any other name has to be allowed.
struct AllowedHosts: Sendable {
  private let names: Set<String>

  init(_ names: [String]) { self.names = Set(names.map { $0.lowercased() }) }

  /// Whether requests to a host are answered.
  ///
  /// - Parameter host: A name or an address, with or without a port, as in the field `Host`.
  func contains(_ host: String) -> Bool {
    let name = Self.name(of: host)
    return Self.isThisMachine(name) || Self.isAddress(name) || names.contains(name)
  }

  /// Returns whether a name or an address always means this machine.
  static func isThisMachine(_ host: String) -> Bool {
    let name = name(of: host)
    return name == "localhost" || name.hasSuffix(".localhost") || ["::1", "[::1]"].contains(name)
      || isAddress(name) && name.hasPrefix("127.")
  }

  /// Whether a request that changes something comes from a page of this server.
  ///
  /// - Parameters:
  ///   - origin: The field `Origin`; `nil` if there is none, as from a program.
  ///   - host: The field `Host`.
  ///   - site: The field `Sec-Fetch-Site`, by which a browser vouches for where a request comes from; proxies that
  ///     change the host leave it alone.
  func isOwn(origin: String?, host: String?, site: String?) -> Bool {
    if let site { return site == "same-origin" || site == "none" }
    guard let origin else { return true }
    guard let start = origin.firstRange(of: "://")?.upperBound else { return false }
    let place = origin[start...].lowercased()
    return place == host?.lowercased() || names.contains(Self.name(of: place))
  }

  private static func name(of host: String) -> String {
    let host = host.lowercased()
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
    let colons = host.utf8.count { $0 == UInt8(ascii: ":") }
    let name = colons == 1 ? host.prefix { $0 != ":" } : host[...]
    // A name may end in the dot of the root.
    return String(name.hasSuffix(".") ? name.dropLast() : name)
  }

  private static func isAddress(_ name: String) -> Bool {
    if name.hasPrefix("[") { return name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." } }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil && $0.allSatisfy(\.isNumber) }
  }
}
