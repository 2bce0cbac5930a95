"""The same catalog as a person would write it in an afternoon: a page is made again if its row has changed since the last run.

catalog.py DATA OUTPUT
"""
import csv
import hashlib
import html
import json
import os
import re
import sys
from string import Template

FACTS = ("version", "section", "priority", "architecture", "installed_size", "maintainer", "homepage", "tags")
PAGE = Template("""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>$title</title><link rel="stylesheet" href="$root/style.css"></head>
<body>
<nav><a href="$root/index.html">Debian packages</a></nav>
<main>
<h1>$title</h1>
$body
</main>
</body>
</html>
""")


def inline(text):
    text = re.sub(r"\\([!-/:-@\[-`{-~])", lambda match: "\0%d;" % ord(match[1]), text)
    text = html.escape(text)
    text = re.sub(r"&lt;(https?://[^\s&]+)&gt;", r'<a href="\1">\1</a>', text)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)
    return re.sub("\0(\\d+);", lambda match: html.escape(chr(int(match[1]))), text)


def markdown(text):
    """The Markdown that descriptions have: paragraphs, lists and fences."""
    made = []
    for block in re.split(r"\n\n+", text):
        lines = block.split("\n")
        if lines[0].startswith("````"):
            made.append("<pre><code>%s</code></pre>" % html.escape("\n".join(lines[1:-1])))
        elif re.match(r"(-|\d+[.)]) ", lines[0]):
            items = re.split(r"\n *(?:-|\d+[.)]) ", "\n" + block)[1:]
            made.append("<ul>%s</ul>" % "".join("<li>%s</li>" % inline(item) for item in items))
        else:
            made.append("<p>%s</p>" % inline(block))
    return "\n".join(made)


def main(data, output):
    cache_file = os.path.join(output, ".cache.json")
    try:
        with open(cache_file, encoding="utf-8") as file:
            cache = json.load(file)
    except FileNotFoundError:
        cache = {}
    digests = {}

    def write(path, parts, make):
        digests[path] = digest = hashlib.md5("\0".join(parts).encode()).hexdigest()
        if cache.get(path) == digest:
            return
        file = os.path.join(output, path)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, "w", encoding="utf-8") as file:
            file.write(make())

    def page(title, root, body):
        return PAGE.substitute(title=html.escape(title), root=root, body=body)

    sections = {}
    with open(data, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            sections.setdefault(row["section"], []).append(row)
            facts = lambda: "".join(
                "<dt>%s</dt><dd>%s</dd>" % (fact, html.escape(row[fact])) for fact in FACTS if row[fact])
            write("packages/%s.html" % row["package"], row.values(), lambda: page(
                row["package"], "..",
                "<p><em>%s</em></p>\n%s\n<dl>%s</dl>" % (
                    inline(row["summary"]), markdown(row["description"]), facts())))
    for section, rows in sections.items():
        for start in range(0, len(rows), 100):
            entries = [(row["package"], row["summary"]) for row in rows[start:start + 100]]
            number = start // 100 + 1
            pages = -(-len(rows) // 100)
            links = " ".join('<a href="page-%d.html">%d</a>' % (other, other) for other in range(1, pages + 1))
            write("%s/page-%d.html" % (section, number), [text for entry in entries for text in entry] + [str(pages)],
                  lambda: page(section, "..", "<ul>%s</ul>\n<p>%s</p>" % ("".join(
                      '<li><a href="../packages/%s.html">%s</a> %s</li>' % (name, name, html.escape(summary))
                      for name, summary in entries), links)))
    names = ["%s %d" % (section, len(rows)) for section, rows in sorted(sections.items())]
    write("index.html", names, lambda: page("Debian packages", ".", "<ul>%s</ul>" % "".join(
        '<li><a href="%s/page-1.html">%s</a> (%d)</li>' % (section, section, len(rows))
        for section, rows in sorted(sections.items()))))
    write("style.css", [], lambda: "main { max-width: 40em; margin: auto; font-family: sans-serif }\n")
    for path in cache.keys() - digests.keys():
        os.remove(os.path.join(output, path))
    if digests != cache:
        with open(cache_file, "w", encoding="utf-8") as file:
            json.dump(digests, file)


main(*sys.argv[1:])
