"""Small catalogs of invented data, the same on each machine: `work.py` counts the work of building them."""
import json
import os
import shutil
from pathlib import Path

# The folder of the catalogs whose time `make bench SUITE=catalog` measures: these here have the same configuration, and other rows.
CATALOGS = Path(__file__).parent.parent / "Catalog"
IGNORED = shutil.ignore_patterns("rich", "hugo", "*.py", "*.awk", "make-packages")
WORDS = """archive browser catalog daemon editor filter graph header index journal kernel library module network object parser query
renderer server template utility viewer window widget interface format protocol language document picture signal channel surface column
fast small portable graphical simple modular common static secure remote local digital musical numerical parallel reads writes shows
converts compares sorts prints plays draws follows stores finds checks for with from into of and the a several many other each""".split()
SECTIONS = "admin devel doc editors games graphics java libs mail math net perl python science sound text utils web x11".split()
TAGS = "role::program role::library interface::web interface::x11 works-with::text works-with::image use::viewing use::editing".split()


class Random:
    """A generator of numbers that does not change with the version of Python."""

    def __init__(self, seed):
        self.state = seed

    def below(self, count):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % count

    def pick(self, choices):
        return choices[self.below(len(choices))]

    def words(self, count):
        return " ".join(self.pick(WORDS) for _ in range(count))


def quoted(text):
    return '"%s"' % text.replace('"', '""')


def description(random):
    """Paragraphs, lists and code in Markdown, in the proportions of the descriptions of Debian's packages."""
    blocks = []
    for _ in range(1 + random.below(4)):
        kind = random.below(6)
        if kind == 0:
            blocks.append("\n".join("- %s" % random.words(6) for _ in range(2 + random.below(4))))
        elif kind == 1:
            blocks.append(f"{random.words(12)} `{random.pick(WORDS)}` *{random.words(2)}* <https://example.org/{random.pick(WORDS)}>")
        else:
            blocks.append(random.words(25 + random.below(30)).capitalize() + ".")
    return "\n\n".join(blocks)


def packages(rows, rich):
    """The rows of packages: those of `Benchmarks/Catalog/make-packages`."""
    random = Random(11)
    names = sorted({"%s-%s%d" % (random.pick(WORDS), random.pick(WORDS), number) for number in range(rows)})
    header = "package,version,section,priority,maintainer,homepage,installed_size,architecture,tags,%ssummary,description"
    yield header % ("depends,date," if rich else "")
    for name in names:
        more = ""
        if rich:
            depends = ", ".join(sorted({random.pick(names) for _ in range(random.below(5))}))
            more = '"%s",%d-%02d-%02d,' % (depends, 2000 + random.below(25), 1 + random.below(12), 1 + random.below(28))
        tags = ", ".join(sorted({random.pick(TAGS) for _ in range(random.below(4))}))
        # Few maintainers have many packages, as everywhere.
        maintainer = "Maintainer %d <m@example.org>" % random.below(1 + random.below(1 + rows // 20))
        yield '%s,%d.%d-%d,%s,optional,%s,https://example.org/%s,%d,%s,"%s",%s%s,%s' % (
            name, random.below(9), random.below(30), 1 + random.below(5), random.pick(SECTIONS), maintainer, name,
            random.below(100_000), random.pick(["all", "amd64"]), tags, more, quoted(random.words(7)),
            quoted(description(random)))


def maintainers(rows):
    yield "maintainer,name,email,number"
    for number in range(1 + rows // 20):
        yield "Maintainer %d <m@example.org>,Maintainer %d,m@example.org,%d" % (number, number, number % 7)


def works(rows):
    """Works of a museum, nested as museums publish them."""
    random = Random(13)
    subjects = [[(number, random.words(2)) for number in range(start, start + 40)] for start in (1000, 2000, 3000)]
    for number in range(rows):
        year = 1500 + random.below(500)
        makers = [
            {"id": maker, "name": "Maker %d" % maker, "role": random.pick(["painter", "printer"]), "born": 1400 + maker % 500}
            for maker in sorted({random.below(1 + rows // 10) for _ in range(1 + random.below(3))})]
        group, theme, detail = (dict(zip(("id", "name"), random.pick(level))) for level in subjects)
        yield json.dumps({
            "id": "W%d" % (100_000 + number), "title": random.words(4).capitalize(), "year": year,
            "medium": random.pick(["oil on canvas", "graphite on paper", "etching", "porcelain"]),
            "height": random.below(3000) / 10, "makers": makers,
            "place": {"room": random.below(40), "case": random.pick("ABC")},
            "subjects": {**group, "children": [{**theme, "children": [detail]}]},
            "text": "Given by %s in %d. %s." % (random.words(3), year + 20, random.words(30).capitalize())},
            separators=(",", ":"))


class Catalog:
    """The sources of a catalog in a folder."""

    def __init__(self, name, rows, folder):
        self.folder, self.end = folder, '"'
        if name == "nested":
            self.data, self.end, lines = folder / "works.jsonl", '"}', works(rows)
            self.source = self.data
        else:
            self.data, self.source = folder / "packages.csv", folder
            lines = packages(rows, rich=name == "rich")
            shutil.copytree(CATALOGS / "rich" if name == "rich" else CATALOGS, folder, ignore=IGNORED, dirs_exist_ok=True)
            if name == "rich":
                write(folder / "maintainers.csv", maintainers(rows))
        self.lines = list(lines)
        write(self.data, self.lines)

    def edit(self):
        """Adds a word to the description of a row in the middle, which only the page of the row shows."""
        middle = len(self.lines) // 2
        self.lines[middle] = self.lines[middle].removesuffix(self.end) + " Edited." + self.end
        write(self.data, self.lines)


def write(file, lines):
    file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    # A file that is younger than a build is compared with more care than an older one, so all are old.
    os.utime(file, (1_500_000_000, 1_500_000_000 + file.stat().st_size))
