import Foundation

/// Prints the screens: `swift run showcase` all of them, `swift run showcase insert sort` the named ones, and
/// `swift run showcase --list` the list of names.
@main
enum Showcase {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--list" { return print(Screen.all.map(\.name).joined(separator: "\n")) }
    let unknown = arguments.filter { name in !Screen.all.contains { $0.name == name } }
    guard unknown.isEmpty else {
      let message = "There is no screen named \(unknown.joined(separator: ", ")); “--list” lists them.\n"
      FileHandle.standardError.write(Data(message.utf8))
      exit(1)
    }
    let screens = arguments.isEmpty ? Screen.all : arguments.compactMap { name in Screen.all.first { $0.name == name } }
    print(try screens.map { try $0.text() }.joined(separator: "\n"), terminator: "")
  }
}
