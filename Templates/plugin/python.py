#!/usr/bin/env python3
"""A renderer plugin for Pomona: pages as NAME. Change `render`, and see what is wrong with it: pomona plugin check ./pomona-NAME

What is in a page stands in Pomona's docs/guide/plugins.md; what else a plugin can do, in pomona_plugin.py.
"""
import pomona_plugin as pomona

OPTIONS = {
    "bullet": {"type": "string", "default": "-", "description": "What stands before the titles of a list."},
}


@pomona.renderer("NAME", extension="txt", options=OPTIONS, body="markdown", stateless=True)
def render(page, options):
    parts = [page["title"] + "\n" + "=" * len(page["title"])]
    if "introduction" in page:
        parts.append(page["introduction"])
    if "destination" in page:
        parts.append("This page has moved to " + page["destination"]["href"])
    for term in page.get("terms", []):
        parts.append(f"{options['bullet']} {term['title']} ({term['count']}): {term['href']}")
    for section in page.get("sections", []):
        for cell in section.get("cells", []):
            parts.append(f"{options['bullet']} {cell.get('title', '')}\n\n{cell.get('body', '')}")
    if "article" in page:
        parts.append(page["article"].get("body", ""))
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


if __name__ == "__main__":
    pomona.serve()
