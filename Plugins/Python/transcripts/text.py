"""A plugin that returns what it receives."""
import pomona_plugin as pomona


@pomona.renderer("echo", extension="md", stateless=True)
def render(page, options):
    return page["title"] + "\n" + page["article"]["body"]


pomona.serve("echo", "1.0.0")
