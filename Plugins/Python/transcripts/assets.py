"""A plugin with assets, and with an input file that its pages depend on."""
import pomona_plugin as pomona


@pomona.renderer("card", extension="htm", references="catalog", options={"ending": {"type": "string", "default": "htm"}})
class Card(pomona.Renderer):
    def configure(self):
        self.extension = self.links = self.options["ending"]
        self.inputs = ["templates/card.htm"]
        self.assets = {"card/style.css": "h1 { color: #c8102e }\n", "card/dot.gif": b"GIF89a\x01\x00\x01\x00\x00\xff\x00,"}

    def render(self, page):
        return f"<h1>{page['title']}</h1>\n".encode("utf-16-le")


pomona.serve("card", "1.0.0")
