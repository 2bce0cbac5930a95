"""A plugin that reports errors and warnings."""
import pomona_plugin as pomona


@pomona.renderer("picky", extension="txt", options={"level": {"type": "integer", "default": 1}})
class Picky(pomona.Renderer):
    def configure(self):
        if self.options["level"] > 3:
            raise pomona.Error("there is no level 4", hint="Levels go from 1 to 3.", code="picky/level")

    def render(self, page):
        if page["title"] == "Durian":
            raise pomona.Error("a durian smells", hint="Leave it out.", code="picky/smell")
        if page["title"] == "Kiwi":
            return page["nowhere"]
        if page["title"] == "Medlar":
            pomona.warn("a medlar is eaten when it has gone soft")
        return page["title"]


pomona.serve("picky", "1.0.0")
