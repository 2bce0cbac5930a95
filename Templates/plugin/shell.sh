#!/bin/sh
# A renderer plugin for Pomona: pages as NAME. Change `text`, and see what is wrong with it: pomona plugin check ./pomona-NAME
# What is in a page, and what the messages are, stands in Pomona's docs/guide/plugins.md.

command -v jq >/dev/null || { echo "pomona-NAME needs jq: apt install jq, brew install jq, or see https://jqlang.org" >&2; exit 127; }

exec jq --null-input --compact-output --unbuffered '
# What is in the file of a page.
def text:
  "\(.title)\n\(.title | gsub("."; "="))\n",
  (.introduction // empty),
  (.destination // empty | "This page has moved to \(.href)\n"),
  (.terms[]? | "- \(.title) (\(.count)): \(.href)"),
  (.sections[]?.cells[]? | "- \(.title // "")\n\n\(.body // "")"),
  (.article.body // empty);

def answer:
  if .t == "hello" then
    {t: "welcome", protocol: 1, plugin: {name: "NAME", version: "0.1.0"}, stateless: true,
     formats: [{id: "NAME", extension: "txt"}], wants: {body: "markdown"}}
  elif .t == "configure" then {t: "ok", id}
  elif .t == "render" then {t: "result", id, artifacts: [.pages[] | {page: .id, content: ([text] | join("\n") | rtrimstr("\n") + "\n")}]}
  elif .t == "cancel" or .id == null then empty
  else error("NAME knows no message “\(.t)”")
  end;

label $done | inputs as $message | $message |
if .t == "shutdown" then break $done
else try answer catch {t: "error", id: $message.id, diagnostics: [{message: tostring}]}
end,
if .t == "hello" and .protocol.min > 1 then break $done else empty end'
