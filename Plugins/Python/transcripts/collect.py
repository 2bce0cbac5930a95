"""A plugin that collects all pages into one file. Fragments of pages without a body are bytes."""
import pomona_plugin as pomona


@pomona.renderer("book", title="One file", extension="txt", collects=True, stateless=True)
class Book(pomona.Renderer):
    def render(self, page):
        body = page.get("article", {}).get("body")
        return f"# {page['title']}\n\n{body}" if body else page["title"].encode()

    def collect(self, fragments):
        yield f"{self.catalog['title']}\n"
        for page, content in fragments:
            yield f"\n[{page}]\n"
            yield content
        yield b"\n"


pomona.serve("book", "1.0.0")
