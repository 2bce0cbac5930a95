#!/usr/bin/env python3
"""A plugin that does one thing wrong. Which one, its file's name says, up to a dot: copy it, or link to it, as one of the names below.

Where a name ends in a number, that is the one request to render that it is about, from 1: `crash-2` is fine at first. Pages are rendered as
their titles, and the format is `naughty`. Each start is noted in a file beside this one, `.starts`, and so is each request for pages, with
their addresses, in `.pages`.
"""
import json
import os
import re
import signal
import sys
import time

NAME = os.path.basename(sys.argv[0]).split(".")[0]
MODE, NUMBER = re.fullmatch(r"(.*?)(?:-(\d+))?", NAME).groups()
WELCOME = {
    "t": "welcome", "protocol": 1, "plugin": {"name": "naughty", "version": "1"}, "formats": [{"id": "naughty", "extension": "txt"}],
}
FOREVER = 600  # Longer than any limit; a plugin that should have been killed is seen in the list of processes.


def write(text):
    os.write(1, text if isinstance(text, bytes) else text.encode())


def send(message):
    line = (json.dumps(message, ensure_ascii=False) + "\n").encode()
    while line:
        line = line[os.write(1, line):]


def hang():
    time.sleep(FOREVER)


def note(ending, text):
    with open(sys.argv[0] + ending, "a") as file:
        file.write(text)


def first_time():
    """Whether no plugin was here before."""
    try:
        os.close(os.open(sys.argv[0] + ".ran", os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def last_words(status):
    print("first line of last words\n\x1b[31mlast line\x1b[0m", file=sys.stderr)
    sys.exit(status)


def artifacts(message):
    return [{"page": page["id"], "content": page["title"] + "\n"} for page in message["pages"]]


def result(message, **members):
    send({"t": "result", "id": message["id"], "artifacts": artifacts(message), **members})


def diagnostic(message, **members):
    return {"message": message, **members}


# What is done in the place of a `welcome`.
HELLO = {
    "silent": hang,  # No welcome at all.
    "end-at-hello": lambda: sys.exit(0),
    "crash-at-hello": lambda: last_words(3),
    "crash-once-at-hello": lambda: last_words(3) if first_time() else send(WELCOME),
    "garbage-first": lambda: (write("Hello, I am a plugin\x1b[31m!\n"), hang()),
    "array-first": lambda: write("[1, 2, 3]\n"),
    "print-first": lambda: (write("loading…\n"), send(WELCOME)),
    "half-welcome": lambda: (write(json.dumps(WELCOME)[:20]), sys.exit(0)),
    "version": lambda: (send({**WELCOME, "protocol": int(NUMBER or 2)}), sys.exit(0)),
    "no-formats": lambda: send({**WELCOME, "formats": []}),
    "other-format": lambda: send({**WELCOME, "formats": [{"id": "other"}]}),
    "bad-welcome": lambda: send({"t": "welcome", "protocol": 1}),
    "bad-options": lambda: send({**WELCOME, "formats": [{"id": "naughty", "options": {"properties": "all"}}]}),
    "bad-extension": lambda: send({**WELCOME, "formats": [{"id": "naughty", "extension": "../x"}]}),
    "stateless": lambda: send({**WELCOME, "stateless": True}),
    "cells": lambda: send({**WELCOME, "wants": {"granularity": "cell"}}),
    "resync": lambda: send({**WELCOME, "wants": {"granularity": "cell"}}),
    "slow-start": lambda: (time.sleep(0.3), send(WELCOME)),
    "deaf": lambda: (send(WELCOME), hang()),  # Reads nothing more.
    "loud": lambda: (sys.stderr.write("much to say\n" * 100_000), send(WELCOME)),
    "closes-output": lambda: (send(WELCOME), os.close(1), hang()),
    "closes-input": lambda: (send(WELCOME), os.close(0), hang()),
}

# What is done in the place of `ok`.
CONFIGURE = {
    "hang-at-configure": lambda message: hang(),
    "crash-at-configure": lambda message: last_words(4),
    "crash-once-at-configure": lambda message: last_words(4) if first_time() else send({"t": "ok", "id": message["id"]}),
    "error-at-configure": lambda message: send(
        {"t": "error", "id": message["id"], "diagnostics": [diagnostic("the options are no good", hint="Leave them out.")]}),
    "asset": lambda message: asset(message, "style.css"),  # This is as it should be.
    "asset-up": lambda message: asset(message, "../x"),
    "asset-up-within": lambda message: asset(message, "a/../../x"),
    "asset-absolute": lambda message: asset(message, "/etc/x"),
    "asset-empty": lambda message: asset(message, ""),
    "asset-twice": lambda message: asset(message, "x.css", "x.css"),
    "asset-page": lambda message: asset(message, "index.txt"),
    "asset-folder": lambda message: asset(message, "rows"),
    "asset-bad-base64": lambda message: send(
        {"t": "ok", "id": message["id"], "assets": [{"path": "x", "encoding": "base64", "content": "*"}]}),
    "input-changes": lambda message: (note(".input", "x"), send({"t": "ok", "id": message["id"], "inputs": [sys.argv[0] + ".input"]})),
    "input-missing": lambda message: send({"t": "ok", "id": message["id"], "inputs": ["no/such/file"]}),
    "input-folder": lambda message: send({"t": "ok", "id": message["id"], "inputs": ["."]}),
}


def asset(message, *paths):
    send({"t": "ok", "id": message["id"], "assets": [{"path": path, "content": "content"} for path in paths]})


def grow(message):
    kept = []
    while True:
        kept.append(b"x" * (16 << 20))


def fork(message):
    """Ends, and leaves a process that holds standard output and lives on whatever happens to it but KILL."""
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        hang()
    os._exit(5)


def fork_daemon(message):
    """As `fork`, in a group of its own, where nobody ends it: so it does not live long."""
    if os.fork() == 0:
        os.setsid()
        time.sleep(3)
        os._exit(0)
    os._exit(5)


def change_itself(message):
    with open(os.path.realpath(sys.argv[0]), "a") as file:
        file.write("# changed\n")
    result(message)


def endless(message):
    while True:
        write("x" * 65536)


def ignore_term(message):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hang()


def progress_forever(message):
    while True:
        send({"t": "progress", "id": message["id"]})
        time.sleep(0.02)


def collapse(message, happens):
    """Something happens at a page of that name."""
    if any(page["title"] == "Crash" for page in message["pages"]):
        happens()
    result(message)


# What is done in the place of a `result`.
RENDER = {
    "crash": lambda message: last_words(3),
    "crash-once": lambda message: last_words(3) if first_time() else result(message),
    "crash-page": lambda message: collapse(message, lambda: last_words(3)),
    "hang-page": lambda message: collapse(message, hang),
    "end": lambda message: sys.exit(0),
    "abort": lambda message: os.abort(),
    "kill": lambda message: os.kill(os.getpid(), 9),
    "hang": lambda message: hang(),
    "hang-deaf": ignore_term,
    "progress": progress_forever,
    "garbage": lambda message: write("this is no JSON\n"),
    "print": lambda message: (write("rendering…\n"), result(message)),
    "blank-line": lambda message: (write("\n"), result(message)),
    "invalid-utf8": lambda message: write(b'{"t":"result","id":%d,"artifacts":[{"page":"\xff","content":""}]}\n' % message["id"]),
    "half-line": lambda message: (write('{"t":"result","id":'), sys.exit(0)),
    "half-line-hang": lambda message: (write('{"t":"result","id":'), hang()),
    "no-feed": lambda message: (write(json.dumps({"t": "result", "id": message["id"], "artifacts": artifacts(message)})), sys.exit(0)),
    "long-line": lambda message: result(message, more="x" * (9 << 20)),
    "endless-line": endless,
    "deep": lambda message: write("[" * 100_000 + "\n"),
    "other-id": lambda message: result({**message, "id": message["id"] + 1}),
    "no-id": lambda message: send({"t": "result", "artifacts": artifacts(message)}),
    "other-kind": lambda message: send({"t": "ok", "id": message["id"]}),
    "unknown-kind": lambda message: send({"t": "unknown", "id": message["id"]}),
    "twice": lambda message: (result(message), result(message)),
    "cancelled": lambda message: send({"t": "cancelled", "id": message["id"]}),
    "piece": lambda message: (send({"t": "piece", "id": message["id"], "content": "x"}), result(message)),
    "no-artifacts": lambda message: send({"t": "result", "id": message["id"]}),
    "page-missing": lambda message: result(message, artifacts=artifacts(message)[1:]),
    "page-twice": lambda message: result(message, artifacts=artifacts(message) * 2),
    "page-unknown": lambda message: result(message, artifacts=artifacts(message) + [{"page": "no/such/page", "content": ""}]),
    "path": lambda message: path(message, "other.txt"),
    "path-up": lambda message: path(message, "../x.txt"),
    "path-absolute": lambda message: path(message, "/etc/x"),
    "content-number": lambda message: result(message, artifacts=[{**one, "content": 1} for one in artifacts(message)]),
    "bad-base64": lambda message: result(message, artifacts=[{**one, "content": "*", "encoding": "base64"} for one in artifacts(message)]),
    "bad-encoding": lambda message: result(message, artifacts=[{**one, "encoding": "rot13"} for one in artifacts(message)]),
    "unknown-members": lambda message: result(message, someday={"more": [1]}),
    "resync": lambda message: send({"t": "resync", "id": message["id"]}),
    "error": lambda message: send({"t": "error", "id": message["id"], "diagnostics": [
        diagnostic("a page is no good", hint="Leave it out.", code="naughty/page", page=message["pages"][0]["id"])]}),
    "error-empty": lambda message: send({"t": "error", "id": message["id"], "diagnostics": []}),
    "error-control": lambda message: send({"t": "error", "id": message["id"], "diagnostics": [
        diagnostic("red \x1b[31m, bell \x07, back \x08, right to left \u202e, line\nfeed", page="\x1b]0;title\x07")]}),
    "warning": lambda message: result(message, diagnostics=[diagnostic("a page is odd", page=message["pages"][0]["id"])]),
    "error-in-result": lambda message: result(message, diagnostics=[diagnostic("a page is wrong", severity="error")]),
    "severity": lambda message: result(message, diagnostics=[diagnostic("a page is odd", severity="catastrophe")]),
    "memory": grow,
    "fork": fork,
    "fork-daemon": fork_daemon,
    "changes-itself": change_itself,
    "input-changes": lambda message: (note(".input", "x"), result(message)),
    "environment": lambda message: result(message, artifacts=[
        {**one, "content": "".join(sorted(name + "\n" for name in os.environ)) + " ".join(os.listdir("."))} for one in artifacts(message)]),
}


def path(message, path):
    result(message, artifacts=[{**one, "path": path} for one in artifacts(message)])


def answer(message):
    kind = message["t"]
    if kind == "hello":
        HELLO.get(MODE, lambda: send(WELCOME))()
    elif kind == "configure":
        CONFIGURE.get(MODE, lambda message: send({"t": "ok", "id": message["id"]}))(message)
    elif kind == "render":
        rendered.append(message["id"])
        note(".pages", " ".join(page["id"] for page in message["pages"]) + "\n")
        due = NUMBER is None or len(rendered) == int(NUMBER)
        (RENDER.get(MODE, result) if due else result)(message)
    elif "id" in message and kind != "cancel":
        send({"t": "error", "id": message["id"], "diagnostics": [diagnostic("there is no such message")]})


rendered = []
note(".starts", "start\n")
if MODE not in {"fine", *HELLO, *CONFIGURE, *RENDER}:
    sys.exit(f"no such mischief: {MODE}")
for line in sys.stdin.buffer:
    answer(json.loads(line))
