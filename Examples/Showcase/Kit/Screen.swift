/// A demonstration of one part of the toolkit: its purpose, and its updates when the sources change.
///
/// To add one, create a file in `Screens`, and list the screen in `Screen+All.swift`.
struct Screen: Sendable {
  /// The name by which the screen is selected, which is also the name of its golden file.
  let name: String
  /// The part's purpose, in a sentence or two.
  let about: String
  /// A closure that builds a chain, shows its end, and changes its sources step by step.
  let play: @Sendable (Stage) throws -> Void

  init(_ name: String, _ about: String, play: @escaping @Sendable (Stage) throws -> Void) {
    self.name = name
    self.about = about
    self.play = play
  }

  /// Returns the complete output of the screen.
  func text() throws -> String {
    let stage = Stage()
    stage.write("\(name)\n\(String(repeating: "=", count: name.count))\n\(about)\n")
    try play(stage)
    return stage.text
  }
}
