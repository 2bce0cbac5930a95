/// `swift run fruitypedia` shows what a reader does with an encyclopedia of fruit, and what comes of it.
@main
enum FruitypediaApp {
  static func main() throws {
    print(try transcript(of: Event.script), terminator: "")
  }
}
