"""Renderer plugins for Pomona, in one file that requires only the standard library of Python 3.9 or later.

    #!/usr/bin/env python3
    import pomona_plugin as pomona

    @pomona.renderer("shout", extension="txt", options={"mark": {"type": "string", "default": "!"}})
    def render(page, options):
        return page["title"].upper() + options["mark"] + "\\n"

    if __name__ == "__main__":
        pomona.serve()

A renderer with state or several methods is a class (see `Renderer`). The members of pages and cells, and the parameters of `renderer`, are
described in Pomona's docs/guide/plugins.md. Plugins can print: standard output is reserved for messages, so printed text goes to standard error.
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

Page = Dict[str, Any]  # Pages and cells are dictionaries, as they are in the messages.
Content = Union[str, bytes]


class Error(Exception):
    """An error: a sentence without a full stop, and optionally a hint how to correct it. If a renderer raises it, the format fails."""

    def __init__(self, message: str, *, hint: Optional[str] = None, code: Optional[str] = None, page: Optional[str] = None):
        super().__init__(message)
        members = {"message": message, "hint": hint, "code": code, "page": page}
        self.diagnostic = {name: value for name, value in members.items() if value is not None}


class Fragment(NamedTuple):
    """The rendering of a page by a renderer that collects pages."""

    page: str
    content: Content


class Renderer:
    """Renders pages as files. Each configuration of the plugin creates a new renderer, so state that it keeps is never out of date."""

    def __init__(self, configuration: Dict[str, Any]):
        self.options: Dict[str, Any] = _Options(configuration.get("options", {}))
        self.catalog: Dict[str, Any] = configuration.get("catalog", {})
        self.folder: str = configuration.get("folder", "")
        #: The extensions of the files, and of the files that links lead to, if they depend on the options.
        self.extension: Optional[str] = None
        self.links: Optional[str] = None
        #: Files that the pages depend on besides the data: absolute paths, or relative to the catalog's folder.
        self.inputs: List[str] = []
        #: Files that are written in addition to the pages, by their paths in the output folder.
        self.assets: Dict[str, Content] = {}

    def configure(self) -> None:
        """Reads the options, and changes the attributes above as necessary."""

    def render(self, page: Page) -> Content:
        """Returns the content of the page's file, or the page's fragment if the format collects pages."""
        raise NotImplementedError

    def collect(self, fragments: Iterator[Fragment]) -> Iterable[Content]:
        """Returns the file of all pages as an iterable of pieces; a generator can `yield` them."""
        raise NotImplementedError


class _Options(Dict[str, Any]):
    """Options do not change during the life of a renderer. They hash by identity, so `cell` functions can have them as arguments."""

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

    `options` are the properties of their JSON Schema. A function should be `stateless` if its result depends only on its arguments.
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
    """Caches the results of a function of a cell while the cell is unchanged. The cell is one of the first two arguments.

    This implements `granularity="cell"`: for a cell of which only the digest is sent, the earlier result is returned. The result has to
    depend only on the arguments, and all arguments except the cell have to be hashable, as `options` are.
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
    """Reports progress, and stops the work if the request was cancelled. Call it regularly if a page takes more than a second."""
    if _plugin is not None:
        _plugin.progress()


def warn(message: str, *, hint: Optional[str] = None, code: Optional[str] = None, page: Optional[str] = None) -> None:
    """Reports a warning, a sentence without a full stop. The page is the one being rendered, unless it is given."""
    if _plugin is not None:
        _plugin.diagnostics.append(Error(message, hint=hint, code=code, page=page or _plugin.page).diagnostic)


def serve(name: Optional[str] = None, version: str = "1.0.0") -> None:
    """Answers the messages of Pomona until it ends the conversation. The default name is that of the program's file."""
    global _plugin
    program = os.path.basename(sys.argv[0])
    if sys.stdin.isatty():
        sys.exit(f"{program} is a plugin of Pomona, which starts it. Try: pomona plugin check {sys.argv[0]}")
    # Keeps the pipes from the rest of the program, including C libraries and child processes: 0 is empty, and 1 is standard error.
    read, write = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    # Bodies can be deeply nested: for 100 nested lists, a recursive renderer makes about 1,000 nested calls.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 5_000))
    _plugin = _Plugin(read, write, name or os.path.splitext(program)[0].removeprefix("pomona-"), version)
    try:
        _plugin.run()
    except (_End, BrokenPipeError):
        pass


# The implementation of the protocol.

_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
_LOOK, _SAY = 0.02, 0.5  # The seconds between two checks for a message, and between two progress messages.


class _Resync(BaseException):  # Like the next two no Exception, so that `except Exception` in a renderer does not catch it.
    """The digest of a cell is unknown."""


class _Cancelled(BaseException):
    """The request was cancelled."""


class _End(BaseException):
    """There are no more messages."""


class _Messages:
    """The received messages. Lines end at the byte 0x0A only, and not at other line separators of Unicode."""

    def __init__(self, descriptor: int):
        self.descriptor = descriptor
        self.lines: Deque[bytes] = collections.deque()
        self.line: List[bytes] = []
        self.head: Optional[Dict[str, Any]] = None

    def next(self) -> Dict[str, Any]:
        message, self.head = self.peek(wait=True), None
        return message or {}

    def peek(self, wait: bool = False) -> Optional[Dict[str, Any]]:
        """Returns the next message without removing it; None if none was received, unless waiting for it."""
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
        # The cached results for cells: of each page; of the present page, when it was rendered before; and of the present page, this time.
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
            if kind not in ("cancel", "fragment", "end"):  # The rest belongs to a request that was answered already.
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
        """Answers a request, with an error message if the work fails."""
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
            # JSON escapes take up to six bytes for a character.
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
