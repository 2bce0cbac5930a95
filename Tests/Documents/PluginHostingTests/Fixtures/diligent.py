"""A plugin that does as it should. How, its file's name says: `pages`; `cells`, which wants cells by their digests; `forgetful`, which does so
and remembers none; `book`, which puts all pages into one file; `torn`, which does so, but ends after its first piece if its template begins with `Torn`.

It ends when it renders if its template begins with `Broken`, and refuses the mark `refused` and catalogs with the title `Refused`.

The pages have the text of the file `template.txt`, which is read when the plugin is configured. What it is asked for is noted in files beside
this one: `.starts`, `.pages`, and, with the number of cells that came in full and as digests, `.cells`.
"""
import json
import os
import sys

MODE = os.path.basename(sys.argv[0])


def note(ending, text):
    with open(sys.argv[0] + ending, "a") as file:
        file.write(text + "\n")


def send(**message):
    line = (json.dumps(message) + "\n").encode()
    while line:
        line = line[os.write(1, line):]


def shown(cell, page):
    """A cell as text; None if it is not known."""
    if "identifier" not in cell:
        return known.get(page, {}).get(cell["digest"])
    return "* " + cell["title"] + ": " + cell.get("body", "") + "\n"


def rendered(page):
    """A page as text; None if one of its cells is not known."""
    cells = [cell for section in page.get("sections", []) for cell in section.get("cells", [])]
    cells += [page["article"]] if "article" in page else []
    full = sum("identifier" in cell for cell in cells)
    note(".cells", f"{page['id']} {full} {len(cells) - full}")
    texts = [shown(cell, page["id"]) for cell in cells]
    if None in texts:
        return None
    if MODE == "cells":
        known[page["id"]] = {cell["digest"]: text for cell, text in zip(cells, texts)}
    return template + page["title"] + setting["options"]["mark"] + "\n" + "".join(texts)


note(".starts", "start")
known, fragments = {}, []
for line in sys.stdin.buffer:
    message = json.loads(line)
    kind, id = message["t"], message.get("id")
    if kind == "hello":
        send(
            t="welcome", protocol=1, plugin={"name": "diligent", "version": "1"}, stateless=MODE in ("pages", "book", "torn"),
            formats=[{
                "id": "diligent", "extension": "txt", "collects": MODE in ("book", "torn"),
                "options": {"properties": {"mark": {"type": "string", "default": "!"}}}}],
            wants={"granularity": "cell" if MODE in ("cells", "forgetful") else "page"})
    elif kind == "configure":
        setting, known = message, {}
        with open(setting["folder"] + "/template.txt") as file:
            template = file.read()
        if setting["options"]["mark"] == "refused" or setting["catalog"]["title"] == "Refused":
            template = "Refused"
            send(t="error", id=id, diagnostics=[{"message": "it is no good"}])
            continue
        send(t="ok", id=id, inputs=["template.txt"], assets=[{"path": "diligent/copy.css", "content": template}])
    elif kind == "render":
        note(".pages", " ".join(page["id"] for page in message["pages"]))
        if template.startswith("Broken"):
            sys.exit(7)
        texts = {page["id"]: rendered(page) for page in message["pages"]}
        if None in texts.values():
            send(t="resync", id=id)
        else:
            send(t="result", id=id, artifacts=[{"page": page, "content": text} for page, text in texts.items()])
    elif kind == "collect":
        fragments = []
    elif kind == "fragment":
        fragments.append("== " + message["page"] + "\n" + message["content"])
    elif kind == "end":
        for fragment in fragments:
            send(t="piece", id=id, content=fragment)
            if MODE == "torn" and template.startswith("Torn"):
                sys.exit(7)
        send(t="result", id=id)
