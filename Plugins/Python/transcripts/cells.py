"""A plugin with the granularity of cells. The result for each cell is cached by the cell's digest."""
import pomona_plugin as pomona


@pomona.cell
def line(cell, options):
    return f"{options['bullet']} {cell['title']}: {cell['fields']['origin']}\n"


@pomona.renderer(
    "list", extension="txt", body="none", fields=True, granularity="cell", stateless=True,
    options={"bullet": {"type": "string", "default": "*"}})
def render(page, options):
    cells = [cell for section in page.get("sections", ()) for cell in section["cells"]]
    return page["title"] + "\n" + "".join(line(cell, options) for cell in cells)


pomona.serve("list", "1.0.0")
