"""A plugin that never finishes the page about a sloth, but reports progress."""
import pomona_plugin as pomona


@pomona.renderer("slow", extension="txt")
def render(page, options):
    while page["title"] == "Sloth":
        pomona.progress()
    return page["title"]


pomona.serve("slow", "1.0.0")
