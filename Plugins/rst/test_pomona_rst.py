"""Tests that text never becomes markup.

    python3 Plugins/rst/test_pomona_rst.py

If docutils is installed, it also parses random pages. It must find the original text, and report no problem.
"""
import importlib.machinery
import importlib.util
import io
import os
import pathlib
import random
import sys
import unittest

try:
    import docutils.core
    from docutils import nodes
except ImportError:
    docutils = None

sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("pomona_rst", str(pathlib.Path(__file__).with_name("pomona-rst")))
rst = importlib.util.module_from_spec(importlib.util.spec_from_loader("pomona_rst", loader))
loader.exec_module(rst)


def lines(*blocks, width=30):
    return rst.Writer(width).blocks(blocks)


def paragraph(*inlines):
    return {"type": "paragraph", "content": list(inlines)}


class WriterTests(unittest.TestCase):
    def test_text_stands_for_itself(self):
        for text, written in [
            ("plain, text; (with) “marks”: none", "plain, text; (with) “marks”: none"),
            ("*a* `b` |c| d_ <e> f@g", r"\*a\* \`b\` \|c\| d\_ \<e\> f\@g"),
            (r"back\slash", r"back\\slash"), ("so:: it :is:", r"so\:: it \:is\:"), ("http://x.org", r"http\://x.org"),
            (".. note:: x", r"\.. note\:: x"), ("- x", r"\- x"), ("• x", "\\• x"), ("1. x", r"1\. x"), ("iv) x", r"iv\) x"), ("(a) x", r"\(a) x"),
            ("====", r"\===="), (r"\\", r"\ \\\\"), ("Well. x", "Well. x"), ("(see a) x", "(see a) x"), ("--all", r"\--all"),
            ("a\u2028.. raw:: html\n\n\x85  x\x1b[31m", "a .. raw\\:: html x[31m"),
        ]:
            with self.subTest(text=text):
                self.assertEqual(lines(paragraph(text), width=80), [written])

    def test_lines_that_are_filled_begin_with_text(self):
        self.assertEqual(
            lines(paragraph("Words that are thirty letters - and a dash, which is below. It was in the evening of the 19. Then.")),
            ["Words that are thirty letters", r"\- and a dash, which is below.", "It was in the evening of the", r"19\. Then."])

    def test_markup_beside_letters_is_set_off(self):
        strong = {"type": "strong", "content": ["b"]}
        self.assertEqual(lines(paragraph("a", strong, "c ", strong, "."), width=80), [r"a\ **b**\ c **b**."])
        self.assertEqual(lines(paragraph("a", {"type": "code", "text": "x  - y"}), width=20), [r"a\ ``x  - y``"])
        self.assertEqual(lines(paragraph({"type": "code", "text": "`"}), width=20), [r"\`"])

    def test_levels_of_headings_have_no_gaps(self):
        headings = [{"type": "heading", "level": level, "content": [f"H {level}"]} for level in (1, 4, 2, 6, 3, 1)]
        marks = [line[0] for line in lines(*headings) if line and line[0] != "H"]
        self.assertEqual("".join(marks), "=--~~=")

    def test_transitions_stand_between_blocks(self):
        rule, a, heading = {"type": "break"}, paragraph("a"), {"type": "heading", "level": 1, "content": ["h"]}
        self.assertEqual(lines(rule, a, rule, rule, a, rule, heading, rule, a, rule), ["a", "", "----", "", "a", "", "h", "====", "", "a"])

    def test_what_is_indented_is_set_off(self):
        item, quote = {"type": "list", "tight": True, "items": [[paragraph("a")]]}, {"type": "quote", "content": [paragraph("q")]}
        self.assertEqual(lines(item, item), ["- a", "", "..", "", "- a"])
        self.assertEqual(lines(paragraph("p"), quote, quote), ["p", "", "   q", "", "..", "", "   q"])


PARTS = r"""
a,b c,lemon,*,**,`,``,|,_,__,a_,_a, ,  ,\,:,::,:role:,http://x.org/a_b,a@b.org,<,>,[1]_,[x],.. raw:: html,..,...,-,- ,+ ,* ,1. ,a) ,(i) ,#. ,
--opt,-a  x,/V  x,====,----,+--+,| x,>>> x,:field: x,(,),{,},•,“q”,",',日本,Hello.,i.,$,%,#,&,~~~~,!!!!
""".replace("\n", "").split(",") + ["\u2028.. raw:: html\u2028\u2028   <b>", "\x85..", "\x0b- x", "\n.. note::", "\n\n- x", "\t", "\u00a0", "\x1e", "\x1b[31m"]


class RandomPages:
    """Returns random pages of texts with a meaning in reStructuredText."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def some(self, make, *arguments, least=0, most=4):
        return [make(*arguments) for _ in range(self.random.randint(least, most))]

    def text(self):
        return "".join(self.some(lambda: self.random.choice(PARTS) + self.random.choice(["", " "]), most=6))

    def inline(self, depth=0):
        if depth > 2 or self.random.random() < 0.55:
            return self.text()
        kind = self.random.choice(["softBreak", "lineBreak", "code", "emphasis", "strong", "link"])
        if kind == "code":
            return {"type": kind, "text": self.text()}
        if kind.endswith("Break"):
            return {"type": kind}
        href = self.random.choice(["lemon.rst", "../a%20b.rst", "https://x.org/q?a=1&b=_", "x_", "<>`\\", "mailto:a@b.c"])
        return {"type": kind, "href": href, "content": ["k", *self.some(self.inline, depth + 1)]}

    def block(self, depth=0):
        kind = self.random.choice(["paragraph", "paragraph", "heading", "list", "quote", "code", "break", "properties", "table"])
        if depth > 2 or kind == "paragraph":
            return paragraph(*self.some(self.inline))
        if kind == "list":
            numbers = self.random.choice([{}, {"start": self.random.choice([0, 1, 9, 99]), "delimiter": self.random.choice(".)")}])
            items = self.some(self.some, self.block, depth + 1, least=1)
            return {"type": kind, "items": items, "tight": self.random.random() < 0.5, **numbers}
        if kind == "properties":
            pair = lambda: {"label": self.some(self.inline), "value": self.some(self.inline)}
            return {"type": kind, "properties": self.some(pair, least=1)}
        if kind == "table":
            row = lambda: [self.some(self.inline, most=2) for _ in range(3)]
            return {"type": kind, "header": row(), "rows": self.some(row), "namesRows": self.random.random() < 0.5}
        return {
            "heading": {"type": kind, "level": self.random.randint(1, 6), "content": self.some(self.inline)},
            "quote": {"type": kind, "content": self.some(self.block, depth + 1)},
            "code": {"type": kind, "text": self.text(), "info": self.random.choice(["python", "<b>", ":class: x", ""])},
            "break": {"type": kind},
        }[kind]

    def page(self):
        return {"id": "x", "kind": "object", "title": "T" + self.text(), "article": {"body": self.some(self.block)}}


def text_of(value):
    """Returns all text of blocks."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "".join(map(text_of, value))
    return "".join(text_of(value[name]) for name in ("text", "content", "items", "header", "rows") if name in value) + "".join(
        text_of(one["label"]) + text_of(one["value"]) for one in value.get("properties", ()))


def letters(text):
    return "".join(text.split()).replace("\x00", "")


@unittest.skipIf(docutils is None, "docutils is not installed")
class DocutilsTests(unittest.TestCase):
    # Nodes that text could become by mistake, and that the plugin never writes.
    FOREIGN = {
        "raw", "problematic", "footnote_reference", "citation_reference", "doctest_block", "option_list", "definition_list", "attribution",
        "docinfo", "note", "title_reference", "substitution_reference", "footnote", "citation",
    }

    def test_docutils_reads_what_was_meant(self):
        seed = int(os.environ.get("SEED", random.randrange(1 << 30)))
        for seed in range(seed, seed + 300):
            with self.subTest(seed=seed):
                page = RandomPages(seed).page()
                options = {"width": 20 + seed % 60, "links": "rst", "toctree": False}
                complaints = io.StringIO()
                document = docutils.core.publish_doctree(
                    rst.RST({"options": options}).render(page), settings_overrides={
                        "warning_stream": complaints, "report_level": 2, "halt_level": 5, "input_encoding": "unicode",
                        "syntax_highlight": "none"})
                self.assertEqual(complaints.getvalue(), "")
                kinds = {type(node).__name__ for node in document.findall(nodes.Element)}
                self.assertEqual(kinds & self.FOREIGN, set())
                for node in list(document.findall(nodes.system_message)):
                    node.parent.remove(node)
                found = "".join(node.astext() for node in document.findall(nodes.Text) if not isinstance(node.parent, nodes.comment))
                self.assertEqual(letters(found), letters(rst.clean(text_of(rst.blocks(page)))))


if __name__ == "__main__":
    unittest.main()
