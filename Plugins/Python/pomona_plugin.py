"""Renderer plugins for Pomona: one file, nothing but the standard library of Python 3.9 or later.

    #!/usr/bin/env python3
    import pomona_plugin as pomona

    @pomona.renderer("shout", extension="txt", options={"mark": {"type": "string", "default": "!"}})
    def render(page, options):
        return page["title"].upper() + options["mark"] + "\\n"

    if __name__ == "__main__":
        pomona.serve()

A renderer with more to it is a class (see `Renderer`). What pages and cells hold, and what the words of `renderer` mean, stands in Pomona's
docs/guide/plugins.md. Print as you like: standard output is kept for the messages, and what is printed goes to standard error.
"""
from __future__ import annotations

import base64
import collections
import functools
import json
import os
import select
import sys
import time
import traceback
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Type, Union

__all__ = ["Error", "Fragment", "Page", "Renderer", "cell", "progress", "renderer", "serve", "warn"]

Page = Dict[str, Any]  # And so are cells: as they come in the messages.
Content = Union[str, bytes]


class Error(Exception):
    """What is wrong, as a sentence without a full stop; maybe with what to do about it. Raised by a renderer, it fails the format."""

    def __init__(self, message: str, *, hint: Optional[str] = None, code: Optional[str] = None, page: Optional[str] = None):
        super().__init__(message)
        members = {"message": message, "hint": hint, "code": code, "page": page}
        self.diagnostic = {name: value for name, value in members.items() if value is not None}


class Fragment(NamedTuple):
    """What a renderer that collects has made of a page."""

    page: str
    content: Content


class Renderer:
    """Makes files of pages. A new one is created whenever the plugin is configured, so what it remembers is never out of date."""

    def __init__(self, configuration: Dict[str, Any]):
        self.options: Dict[str, Any] = _Options(configuration.get("options", {}))
        self.catalog: Dict[str, Any] = configuration.get("catalog", {})
        self.folder: str = configuration.get("folder", "")
        #: The endings of the files, and of those that links lead to, where they follow from the options.
        self.extension: Optional[str] = None
        self.links: Optional[str] = None
        #: Files that the pages follow from besides the data: absolute, or relative to the catalog's folder.
        self.inputs: List[str] = []
        #: Files that go with the pages, by their paths in the output folder.
        self.assets: Dict[str, Content] = {}

    def configure(self) -> None:
        """Looks at the options, and sets what of the above is not as it should be."""

    def render(self, page: Page) -> Content:
        """Returns what is in the page's file; or the page's fragment, of a format that collects."""
        raise NotImplementedError

    def collect(self, fragments: Iterator[Fragment]) -> Iterable[Content]:
        """Returns the file of all pages, in pieces: `yield` them."""
        raise NotImplementedError


class _Options(Dict[str, Any]):
    """Options stay the same for as long as a renderer lives: so they can be arguments of what is remembered."""

    __hash__ = object.__hash__  # type: ignore[assignment]


class _Format(NamedTuple):
    declaration: Dict[str, Any]
    wants: Dict[str, Any]
    stateless: bool
    type: Type[Renderer]
    source: str


_formats: Dict[str, _Format] = {}
_plugin: Optional[_Plugin] = None


def renderer(
    id: str, *, title: Optional[str] = None, extension: Optional[str] = None, links: Optional[str] = None,
    options: Optional[Dict[str, Any]] = None, collects: bool = False, body: str = "markdown", fields: bool = False,
    granularity: str = "page", references: str = "page", stateless: bool = False,
) -> Callable[[Any], Any]:
    """Registers the renderer of a format: a function of a page and the options, or a subclass of `Renderer`.

    `options` are the properties of their JSON Schema. A function should be `stateless`, if it follows from its arguments alone.
    """
    declaration = {"id": id, "title": title, "extension": extension, "links": links}
    declaration = {name: value for name, value in declaration.items() if value is not None}
    if options is not None:
        declaration["options"] = {"properties": options}
    if collects:
        declaration["collects"] = True
    wants = {"body": body, "fields": fields, "granularity": granularity, "references": references}

    def register(made: Any) -> Any:
        kind, render = made, getattr(made, "render", made)
        if not isinstance(made, type):
            kind = type(made.__name__, (Renderer,), {"render": lambda self, page: made(page, self.options)})
        _formats[id] = _Format(declaration, wants, stateless, kind, render.__code__.co_filename)
        return made

    return register


def cell(function: Callable[..., Any]) -> Callable[..., Any]:
    """Remembers what a function makes of a cell, which is one of its first two arguments, for as long as the cell is the same.

    With it, `granularity="cell"` works by itself: of a cell that comes as its digest alone, what was made of it before is returned. The
    function follows from its arguments alone, and all but the cell are hashable, as `options` are.
    """

    def remembered(*arguments: Any) -> Any:
        place = 0 if type(arguments[0]) is dict else 1
        digest = arguments[place].get("digest")
        if digest is None or _plugin is None:
            return function(*arguments)
        known, made = _plugin.known, _plugin.made
        key = (function, digest, arguments[:place], arguments[place + 1:])
        if key not in made:
            if key not in known and len(arguments[place]) == 1:
                raise _Resync
            made[key] = known[key] if key in known else function(*arguments)
        return made[key]

    return functools.update_wrapper(remembered, function)


def progress() -> None:
    """Says that work goes on, and stops it if it is not needed any more. Call it in whatever takes more than a second for one page."""
    if _plugin is not None:
        _plugin.progress()


def warn(message: str, *, hint: Optional[str] = None, code: Optional[str] = None, page: Optional[str] = None) -> None:
    """Warns of something, as a sentence without a full stop; the page is the one that is rendered, if not said."""
    if _plugin is not None:
        _plugin.diagnostics.append(Error(message, hint=hint, code=code, page=page or _plugin.page).diagnostic)


def serve(name: Optional[str] = None, version: str = "1.0.0") -> None:
    """Answers Pomona for as long as it asks. The name, if not given, is that of the program's file."""
    global _plugin
    program = os.path.basename(sys.argv[0])
    if sys.stdin.isatty():
        sys.exit(f"{program} is a plugin of Pomona, which starts it. Try: pomona plugin check {sys.argv[0]}")
    # The pipes are kept from what else there is in the program, C libraries and children too: descriptor 0 is empty, and 1 is standard error.
    read, write = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    # Bodies can be deep: 100 lists within each other are some 1,000 calls of a renderer that recurses.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 5_000))
    _plugin = _Plugin(read, write, name or os.path.splitext(program)[0].removeprefix("pomona-"), version)
    try:
        _plugin.run()
    except (_End, BrokenPipeError):
        pass


# What follows is the protocol.

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
_LOOK, _SAY = 0.02, 0.5  # Seconds after which it is time to look for a message, and to send one.


class _Resync(BaseException):  # No Exception, as the next two: a renderer's `except Exception` lets them pass.
    """A cell's digest is not known."""


class _Cancelled(BaseException):
    """The request is not needed any more."""


class _End(BaseException):
    """There are no more messages."""


class _Messages:
    """The messages that come in. Only the byte 0x0A ends a line."""

    def __init__(self, descriptor: int):
        self.descriptor = descriptor
        self.lines: Deque[bytes] = collections.deque()
        self.line: List[bytes] = []
        self.head: Optional[Dict[str, Any]] = None

    def next(self) -> Dict[str, Any]:
        message, self.head = self.peek(wait=True), None
        return message or {}

    def peek(self, wait: bool = False) -> Optional[Dict[str, Any]]:
        """Returns the next message without taking it; None if it is not there yet, and not waited for."""
        if self.head is None:
            while not self.lines:
                if not wait and not select.select([self.descriptor], [], [], 0)[0]:
                    return None
                chunk = os.read(self.descriptor, 1 << 20)
                if not chunk:
                    raise _End
                first, *others = chunk.split(b"\n")
                self.line.append(first)
                for other in others:
                    self.lines.append(b"".join(self.line))
                    self.line = [other]
            self.head = json.loads(self.lines.popleft())
        return self.head


class _Plugin:
    """A conversation with Pomona."""

    def __init__(self, read: int, write: int, name: str, version: str):
        self.messages, self.output = _Messages(read), write
        self.plugin = {"name": name, "version": version}
        self.longest = 8 << 20
        self.renderer: Optional[Renderer] = None
        self.format: Optional[_Format] = None
        # What cells were made into: of each page, of the page that is rendered when it was rendered before, and this time.
        self.cells: Dict[str, Dict[Any, Any]] = {}
        self.known: Dict[Any, Any] = {}
        self.made: Dict[Any, Any] = {}
        self.id: Optional[int] = None
        self.page: Optional[str] = None
        self.diagnostics: List[Dict[str, Any]] = []
        self.looked = self.said = 0.0

    def run(self) -> None:
        self.hello(self.messages.next())
        while True:
            message = self.messages.next()
            kind = message.get("t")
            if kind == "shutdown":
                raise _End
            if kind not in ("cancel", "fragment", "end"):  # Those are what is left of a request that has its answer.
                self.answer(kind, message)

    def hello(self, hello: Dict[str, Any]) -> None:
        declared = list(_formats.values())
        if len({(str(format.wants), format.stateless) for format in declared}) != 1:
            sys.exit("all renderers of a plugin, one at least, have to want the same of a page, and to be stateless or not")
        self.longest = hello.get("limits", {}).get("line", self.longest)
        self.send({
            "t": "welcome", "protocol": 1, "plugin": self.plugin, "features": ["cancel"],
            "formats": [format.declaration for format in declared],
            "wants": declared[0].wants, "stateless": declared[0].stateless,
        })
        if not hello["protocol"]["min"] <= 1 <= hello["protocol"]["max"]:
            raise _End

    def send(self, message: Dict[str, Any]) -> None:
        try:
            line = memoryview((_encode(message) + "\n").encode())
        except UnicodeEncodeError:
            raise Error("what was made is no Unicode text: it has half a surrogate pair", page=self.page) from None
        if len(line) > self.longest + 1:
            raise Error(
                f"what was made has {len(line):,} bytes as a message, more than the {self.longest:,} that one may have",
                hint="Make less of a page.", page=self.page)
        while line:
            line = line[os.write(self.output, line):]
        self.said = time.monotonic()

    def progress(self) -> None:
        now = time.monotonic()
        if now - self.looked < _LOOK:
            return
        self.looked = now
        message = self.messages.peek()
        if message is not None and message.get("t") == "cancel":
            self.messages.next()
            if message.get("id") == self.id:
                raise _Cancelled
        if now - self.said >= _SAY:
            self.send({"t": "progress", "id": self.id})

    def answer(self, kind: Any, message: Dict[str, Any]) -> None:
        """Answers a request, whatever comes in between."""
        self.id, self.page, self.diagnostics = message.get("id"), None, []
        self.said = time.monotonic()
        try:
            if kind == "configure":
                self.send(self.configure(message))
            elif kind in ("render", "collect") and self.renderer is None:
                raise Error(f"“{kind}” came before “configure”")
            elif kind == "render":
                self.send(self.render(message))
            elif kind == "collect":
                self.send(self.collect())
            elif self.id is not None:
                raise Error(f"this plugin knows no message “{kind}”")
        except _Resync:
            self.send({"t": "resync", "id": self.id})
        except _Cancelled:
            self.send({"t": "cancelled", "id": self.id})
        except BrokenPipeError:
            raise
        except Exception as error:
            diagnostic = {**self.described(error), "severity": "error"}
            if self.page is not None:
                diagnostic.setdefault("page", self.page)
            self.send({"t": "error", "id": self.id, "diagnostics": self.diagnostics + [diagnostic]})

    def described(self, error: Exception) -> Dict[str, Any]:
        if isinstance(error, Error):
            return dict(error.diagnostic)
        traceback.print_exception(type(error), error, error.__traceback__)
        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if self.format is not None and frame.filename == self.format.source]
        place = (own or frames)[-1]
        said = " ".join(str(error).split())[:500].encode(errors="replace").decode()
        name = type(error).__name__
        return {"message": f"{name}{': ' + said if said else ''} ({os.path.basename(place.filename)}, line {place.lineno})"}

    def result(self, **members: Any) -> Dict[str, Any]:
        message = {"t": "result", "id": self.id, **members}
        return {**message, "diagnostics": self.diagnostics} if self.diagnostics else message

    def configure(self, message: Dict[str, Any]) -> Dict[str, Any]:
        self.renderer, self.cells = None, {}
        if message["format"] not in _formats:
            raise Error(f"this plugin has no format “{message['format']}”")
        self.format = _formats[message["format"]]
        renderer = self.format.type(message)
        renderer.configure()
        self.renderer = renderer
        ok: Dict[str, Any] = {"t": "ok", "id": self.id}
        ok.update((name, value) for name in ("extension", "links", "inputs") if (value := getattr(renderer, name)))
        if renderer.assets:
            ok["assets"] = [{"path": path, **_encoded(content)} for path, content in renderer.assets.items()]
        return ok

    def render(self, message: Dict[str, Any]) -> Dict[str, Any]:
        assert self.renderer is not None
        artifacts = []
        for page in message["pages"]:
            self.page = page["id"]
            self.known, self.made = self.cells.get(self.page, {}), {}
            artifacts.append({"page": self.page, **_encoded(self.renderer.render(page))})
            if self.made:
                self.cells[self.page] = self.made
            self.progress()
        self.page = message["pages"][0]["id"] if len(message["pages"]) == 1 else None
        return self.result(artifacts=artifacts)

    def collect(self) -> Dict[str, Any]:
        assert self.renderer is not None
        fragments = self.fragments()
        for content in self.renderer.collect(fragments):
            # As JSON, a character has six bytes at the most.
            most = max(self.longest // 8, 3) // 3 * 3
            for start in range(0, len(content), most):
                self.send({"t": "piece", "id": self.id, **_encoded(content[start:start + most])})
        for _ in fragments:
            pass
        return self.result()

    def fragments(self) -> Iterator[Fragment]:
        while True:
            message = self.messages.next()
            if message.get("t") in ("cancel", "end") and message.get("id") == self.id:
                if message["t"] == "cancel":
                    raise _Cancelled
                return
            if message.get("t") == "shutdown":
                raise _End
            if message.get("t") == "fragment":
                text = message["content"]
                yield Fragment(message["page"], base64.b64decode(text) if message.get("encoding") == "base64" else text)
                self.progress()


def _encoded(content: Content) -> Dict[str, Any]:
    if isinstance(content, str):
        return {"content": content}
    if isinstance(content, (bytes, bytearray, memoryview)):
        return {"content": base64.b64encode(content).decode("ascii"), "encoding": "base64"}
    raise TypeError(f"a renderer makes str or bytes, and not {type(content).__name__}")
