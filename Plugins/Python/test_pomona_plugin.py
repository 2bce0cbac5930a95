"""Tests of the SDK: complete conversations, which also document the protocol between Pomona and a plugin, and its errors.

    python3 Plugins/Python/test_pomona_plugin.py

With POMONA_RECORD_GOLDENS=1, the answers of the plugins in the conversations are recorded instead, for review.
"""
import ast
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TRANSCRIPTS = sorted((ROOT / "docs/plugins/transcripts").glob("*.jsonl"))
SCHEMA = json.loads((ROOT / "docs/plugins/messages.schema.json").read_text())
# The plugins of conversations that do not have a plugin with the same name.
PLUGINS = {"render": ROOT / "Plugins/rst/pomona-rst", "version": HERE / "transcripts/text.py"}

HELLO = {"t": "hello", "protocol": {"min": 1, "max": 1}, "host": {"name": "test", "version": "1"}, "limits": {"line": 8 << 20}}
CONFIGURE = {"t": "configure", "id": 1, "format": "x", "options": {}, "catalog": {"title": "T"}, "folder": "/"}


def page(id, **members):
    return {"id": id, "kind": "object", "file": id + ".x", "title": id.title(), **members}


def render(id, *pages):
    return {"t": "render", "id": id, "pages": list(pages)}


class Child:
    """A plugin that runs as a child process, as Pomona starts it."""

    def __init__(self, program):
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C"}
        self.folder = tempfile.TemporaryDirectory()
        self.words = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", str(program)], cwd=self.folder.name, env=environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.words)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.end()
        self.words.close()
        self.folder.cleanup()

    def send(self, *messages):
        for message in messages:
            self.process.stdin.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        """Returns the next message that is not a progress message."""
        while True:
            line = self.process.stdout.readline()
            if not line.endswith(b"\n"):
                raise AssertionError("the plugin has ended: " + self.said())
            message = json.loads(line.decode())
            if message["t"] != "progress":
                return message

    def ask(self, message):
        self.send(message)
        return self.receive()

    def end(self):
        """Closes the plugin's input, and returns its exit status."""
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait(timeout=30)

    def said(self):
        self.words.seek(0)
        return self.words.read().decode()


class TranscriptTests(unittest.TestCase):
    def test_the_sdk_says_what_the_transcripts_say(self):
        self.assertGreaterEqual(len(TRANSCRIPTS), 8)
        for transcript in TRANSCRIPTS:
            with self.subTest(transcript=transcript.name):
                self.replay(transcript, PLUGINS.get(transcript.stem, HERE / f"transcripts/{transcript.stem}.py"))

    def replay(self, transcript, plugin):
        lines = [json.loads(line) for line in transcript.read_text(encoding="utf-8").split("\n")[:-1]]
        self.assertEqual(list(lines[0]), ["about"])
        recorded = []
        with Child(plugin) as child:
            for line in lines:
                if "from" in line:
                    answer = child.receive()
                    line = {"from": answer if RECORD else self.same(answer, line["from"])}
                elif "to" in line:
                    child.send(line["to"])
                recorded.append(line)
            self.assertEqual(child.end(), 0, child.said())
        if RECORD:
            texts = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in recorded]
            transcript.write_text("".join(texts), encoding="utf-8")

    def same(self, answer, expected):
        self.assertEqual(answer, expected)
        return answer

    def test_the_schema_describes_every_message(self):
        kinds = set()
        for transcript in TRANSCRIPTS:
            for number, line in enumerate(transcript.read_text(encoding="utf-8").split("\n")[1:-1], 2):
                (direction, message), = json.loads(line).items()
                if message["t"] not in SCHEMA["$defs"]:  # One conversation is about unknown messages.
                    self.assertIn("unknown", transcript.read_text().split("\n")[0])
                    continue
                kinds.add(message["t"])
                group = {"to": "toPlugin", "from": "fromPlugin"}[direction]
                self.assertEqual(list(problems(message, SCHEMA["$defs"][group], direction)), [], f"{transcript.name}:{number}")
        described = {name for group in ("toPlugin", "fromPlugin") for name in names(SCHEMA["$defs"][group])}
        self.assertEqual(described - kinds, {"progress"})  # Progress messages depend on the time.

    def test_the_schema_refuses_what_is_none(self):
        for message in [
            {"t": "ok"}, {"t": "nonsense", "id": 1}, {"t": "result", "id": 1, "artifacts": [{"page": "x"}]},
            {"t": "welcome", "protocol": 1, "plugin": {"name": "x", "version": "1"}, "formats": []},
            {"t": "error", "id": 1, "diagnostics": []}, {"t": "piece", "id": 1, "content": "", "encoding": "hex"},
            {"t": "ok", "id": 1, "inputs": "x"}, {"t": "ok", "id": "1"},
        ]:
            self.assertNotEqual(list(problems(message, SCHEMA["$defs"]["fromPlugin"], "from")), [], message)


def names(group):
    return [choice["$ref"].rpartition("/")[2] for choice in group["oneOf"]]


def problems(value, schema, at):
    """Yields the violations of a schema by a value, including unknown members. Only keywords that the messages' schema uses are known."""
    if "$ref" in schema:
        yield from problems(value, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], at)
    types = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict}
    if "type" in schema and (not isinstance(value, types[schema["type"]]) or schema["type"] == "integer" and value is True):
        yield f"{at} is no {schema['type']}"
        return
    if "const" in schema and value != schema["const"] or "enum" in schema and value not in schema["enum"]:
        yield f"{at} is {value!r}"
    if "minimum" in schema and value < schema["minimum"] or "maximum" in schema and value > schema["maximum"]:
        yield f"{at} is {value}"
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{at} is {value!r}"
    if len(value) < schema.get("minItems", 0) if isinstance(value, list) else False:
        yield f"{at} is too short"
    if len(value) > schema.get("maxProperties", len(value)) if isinstance(value, dict) else False:
        yield f"{at} has other members"
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from problems(item, schema["items"], f"{at}[{number}]")
    if isinstance(value, dict) and "properties" in schema:
        for name in schema.get("required", ()):
            if name not in value:
                yield f"{at} has no {name}"
        for name, member in value.items():
            if name in schema["properties"]:
                yield from problems(member, schema["properties"][name], f"{at}.{name}")
            elif "t" in schema["properties"] or schema.get("description", "").startswith("A diagnostic"):
                if name != "someday":
                    yield f"{at}.{name} is not described"
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            found = [list(problems(value, choice, at)) for choice in schema[keyword]]
            if found.count([]) != 1 if keyword == "oneOf" else [] not in found:
                yield f"{at} is {found.count([])} of {len(found)}: {min(filter(None, found), key=len)}"


class PluginTests(unittest.TestCase):
    def child(self, source):
        file = tempfile.NamedTemporaryFile("w", suffix=".py", delete=False, encoding="utf-8")
        self.addCleanup(os.unlink, file.name)
        with file:
            file.write("import pomona_plugin as pomona\n" + source + "\npomona.serve()\n")
        child = Child(file.name)
        self.addCleanup(child.__exit__)
        return child

    def started(self, source):
        child = self.child(source)
        child.send(HELLO, CONFIGURE)
        self.assertEqual(child.receive()["t"], "welcome")
        self.assertEqual(child.receive(), {"t": "ok", "id": 1})
        return child

    def rendered(self, source, *pages):
        return self.started(source).ask(render(2, *pages))

    def diagnostics(self, source, *pages):
        answer = self.rendered(source, *pages)
        self.assertEqual(answer["t"], "error")
        return answer["diagnostics"]

    def test_needs_python_3_9(self):
        for file in (HERE / "pomona_plugin.py", ROOT / "Plugins/rst/pomona-rst"):
            ast.parse(file.read_text(encoding="utf-8"), feature_version=(3, 9))

    def test_prints_go_to_standard_error(self):
        child = self.started(
            "import os, subprocess\n"
            "print('early')\n"
            "@pomona.renderer('x')\n"
            "def render(page, options):\n"
            "    print('print'); os.write(1, b'descriptor\\n'); os.system('echo child')\n"
            "    subprocess.run(['cat'])\n"
            "    return input.__name__")
        self.assertEqual(child.ask(render(2, page("a")))["artifacts"], [{"page": "a", "content": "input"}])
        self.assertEqual(child.end(), 0)
        self.assertEqual(sorted(child.said().split()), ["child", "descriptor", "early", "print"])

    def test_what_a_renderer_raises_names_page_exception_and_line(self):
        child = self.started(
            "@pomona.renderer('x')\n"
            "def render(page, options):\n"
            "    if page['id'] == 'b': [].index('ü\\n\\x1b')\n"
            "    return 'fine'")
        answer = child.ask(render(2, page("a"), page("b"), page("c")))
        diagnostic, = answer["diagnostics"]
        self.assertEqual((answer["t"], answer["id"], diagnostic["page"], diagnostic["severity"]), ("error", 2, "b", "error"))
        self.assertRegex(diagnostic["message"], r"^ValueError: 'ü.* is not in list \(.*\.py, line 4\)$")
        self.assertEqual(child.ask(render(3, page("a")))["t"], "result")
        self.assertIn("Traceback", child.said())

    def test_errors_within_libraries_name_the_line_of_the_renderer(self):
        diagnostic, = self.diagnostics(
            "import json\n@pomona.renderer('x')\ndef render(page, options):\n    return json.loads('{')", page("a"))
        self.assertIn(", line 5)", diagnostic["message"])

    def test_text_has_to_be_text(self):
        made = "@pomona.renderer('x')\ndef render(page, options): return "
        self.assertIn("str or bytes, and not int", self.diagnostics(made + "1", page("a"))[0]["message"])
        self.assertIn("surrogate", self.diagnostics(made + "'\\ud800'", page("a"))[0]["message"])
        self.assertEqual(self.diagnostics(made + "'\\ud800'", page("a"))[0]["page"], "a")

    def test_what_is_too_long_is_an_error(self):
        child = self.started(
            "@pomona.renderer('x')\ndef render(page, options): return '\\x01' * int(page['title'])")
        self.assertEqual(len(child.ask(render(2, page("a", title="1000000")))["artifacts"][0]["content"]), 1_000_000)
        answer = child.ask(render(3, page("a", title="1500000")))
        self.assertIn("more than the 8,388,608", answer["diagnostics"][0]["message"])
        self.assertEqual(answer["diagnostics"][0]["page"], "a")

    def test_pieces_are_cut_where_they_are_too_long(self):
        child = self.started(
            "@pomona.renderer('x', collects=True)\n"
            "class X(pomona.Renderer):\n"
            "    def collect(self, fragments):\n"
            "        yield '\\x01' * 3_000_000\n"
            "        yield bytes(9_000_000)\n")
        child.send({"t": "collect", "id": 2}, {"t": "fragment", "id": 2, "page": "a", "content": ""}, {"t": "end", "id": 2})
        length = {"utf8": 0, "base64": 0}
        while (answer := child.receive())["t"] == "piece":
            length[answer.get("encoding", "utf8")] += len(answer["content"])
        self.assertEqual((answer["t"], length), ("result", {"utf8": 3_000_000, "base64": 12_000_000}))

    def test_errors_while_collecting_leave_what_follows_unread(self):
        child = self.started(
            "@pomona.renderer('x', collects=True)\n"
            "class X(pomona.Renderer):\n"
            "    def render(self, page): return b'\\xff'\n"
            "    def collect(self, fragments):\n"
            "        for fragment in fragments:\n"
            "            raise pomona.Error(repr(fragment.content), page=fragment.page)\n")
        fragment = {"t": "fragment", "id": 2, "page": "a", "content": "/w==", "encoding": "base64"}
        child.send({"t": "collect", "id": 2}, fragment, fragment, {"t": "end", "id": 2})
        self.assertEqual(child.receive()["diagnostics"], [{"message": r"b'\xff'", "page": "a", "severity": "error"}])
        self.assertEqual(child.ask(render(3, page("a")))["artifacts"][0]["content"], "/w==")

    def test_a_renderer_is_new_whenever_it_is_configured(self):
        child = self.started(
            "@pomona.renderer('x')\n"
            "class X(pomona.Renderer):\n"
            "    def configure(self): self.pages = []\n"
            "    def render(self, page):\n"
            "        self.pages.append(page['id'])\n"
            "        return ' '.join(self.pages)\n")
        self.assertEqual(child.ask(render(2, page("a"), page("b")))["artifacts"][1]["content"], "a b")
        self.assertEqual(child.ask({**CONFIGURE, "id": 3})["t"], "ok")
        self.assertEqual(child.ask(render(4, page("c")))["artifacts"][0]["content"], "c")

    def test_cells_are_made_once(self):
        child = self.started(
            "@pomona.cell\n"
            "def made(cell, *level):\n"
            "    print('made', cell['title'], *level)\n"
            "    return cell['title']\n"
            "@pomona.renderer('x', granularity='cell')\n"
            "def render(page, options):\n"
            "    return made(page['article']) + made(page['article'], 2)")
        full, known = {"identifier": "c", "title": "A", "digest": "0" * 32}, {"digest": "0" * 32}
        for id, article in enumerate([full, known, full, known], 2):
            answer = child.ask(render(id, page("a", article=article)))
            self.assertEqual(answer["artifacts"][0]["content"], "AA")
        self.assertEqual(child.ask(render(7, page("b", article=known))), {"t": "resync", "id": 7})
        child.end()
        self.assertEqual(child.said(), "made A\nmade A 2\n")

    def test_a_plugin_that_is_cancelled_goes_on(self):
        child = self.started(
            "@pomona.renderer('x')\n"
            "def render(page, options):\n"
            "    while page['id'] == 'a':\n"
            "        try: pomona.progress()\n"
            "        except Exception: pass\n"
            "    return ''")
        child.send(render(2, page("a")), {"t": "cancel", "id": 1}, {"t": "cancel", "id": 2})
        self.assertEqual(child.receive(), {"t": "cancelled", "id": 2})
        child.send({"t": "cancel", "id": 2})
        self.assertEqual(child.ask(render(3, page("b")))["t"], "result")

    def test_the_end_of_input_ends_what_goes_on(self):
        child = self.started("@pomona.renderer('x')\ndef render(page, options):\n    while True: pomona.progress()")
        child.send(render(2, page("a")))
        self.assertEqual(child.end(), 0)

    def test_long_work_says_that_it_goes_on(self):
        child = self.started("@pomona.renderer('x')\ndef render(page, options):\n    while True: pomona.progress()")
        child.send(render(2, page("a")))
        self.assertEqual(json.loads(child.process.stdout.readline()), {"t": "progress", "id": 2})

    def test_requests_before_configure_are_errors(self):
        child = self.child("@pomona.renderer('x')\ndef render(page, options): return ''")
        child.send(HELLO)
        child.receive()
        self.assertEqual(child.ask(render(1, page("a")))["t"], "error")
        self.assertEqual(child.ask({**CONFIGURE, "format": "y"})["t"], "error")

    def test_the_plugin_to_start_from_renders(self):
        source = (ROOT / "Templates/plugin/python.py").read_text(encoding="utf-8").replace("NAME", "x")
        child = self.child(source.partition("if __name__")[0])
        child.send(HELLO, {**CONFIGURE, "options": {"bullet": "*"}})
        self.assertEqual([child.receive()["t"], child.receive()["t"]], ["welcome", "ok"])
        section = {"title": "S", "page": "s", "href": "s.x", "count": 1, "cells": [{"identifier": "c", "title": "A", "body": "b\n"}]}
        answer = child.ask(render(2, page("a", sections=[section]), page("b", article={"identifier": "c", "body": "*b*\n"})))
        self.assertEqual([one["content"] for one in answer["artifacts"]], ["A\n=\n\n* A\n\nb\n", "B\n=\n\n*b*\n"])

    def test_renderers_of_a_plugin_want_the_same(self):
        child = self.child("for name in 'xy': pomona.renderer(name, fields=name == 'y')(lambda page, options: '')")
        child.send(HELLO)
        self.assertNotEqual(child.end(), 0)
        self.assertIn("want the same", child.said())


RECORD = "POMONA_RECORD_GOLDENS" in os.environ

if __name__ == "__main__":
    unittest.main()
