"""A plugin that says what it was sent."""
import pomona_plugin as pomona


@pomona.renderer("echo", extension="md", stateless=True)
def render(page, options):
    return page["title"] + "\n" + page["article"]["body"]


pomona.serve("echo", "1.0.0")
