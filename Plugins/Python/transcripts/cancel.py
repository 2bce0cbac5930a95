"""A plugin that never finishes a page about a sloth, and is in no hurry with it."""
import pomona_plugin as pomona


@pomona.renderer("slow", extension="txt")
def render(page, options):
    while page["title"] == "Sloth":
        pomona.progress()
    return page["title"]


pomona.serve("slow", "1.0.0")
