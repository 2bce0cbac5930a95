# Debian's long descriptions as Markdown: paragraphs, lists and lines that stay as they are.
# See https://www.debian.org/doc/debian-policy/ch-controlfields.html#description

# The text of a paragraph or of a list's item: what Markdown would take for markup is not meant so, but for addresses.
function plain(text) {
  gsub(/[\\*\[<]/, "\\\\&", text)
  gsub(/\\<http/, "<http", text)
  gsub(/ _/, " \\_", text)
  if (text ~ /^[-#>=+~_`|]/ || text ~ /^&/) text = "\\" text
  else if (match(text, /^[0-9]+[.)]/)) text = substr(text, 1, RLENGTH - 1) "\\" substr(text, RLENGTH)
  return text
}

function spaces(count) { return sprintf("%" count "s", "") }

# Ends what is open, so that something else can begin.
function close_block() {
  if (block == "code") markdown = markdown "\n````"
  block = ""
  depth = 0
}

# Begins a line; a block that begins has an empty line before it.
function begin_line(kind) {
  if (block != kind) {
    close_block()
    if (markdown != "") markdown = markdown "\n"
    block = kind
    if (kind == "code") markdown = markdown "\n````"
  }
  if (markdown != "") markdown = markdown "\n"
}

function item(indent, marker, text) {
  begin_line("list")
  while (depth > 0 && indents[depth] > indent) depth--
  if (depth == 0 || indents[depth] < indent) {
    depth++
    indents[depth] = indent
    columns[depth] = depth == 1 ? 0 : columns[depth - 1] + widths[depth - 1]
  }
  widths[depth] = length(marker) + 1
  markdown = markdown spaces(columns[depth]) marker " " plain(text)
}

# The lines of a description, each with its leading space, as Markdown.
function as_markdown(lines, count,   line, text, indent, number) {
  markdown = block = ""
  depth = 0
  for (number = 1; number <= count; number++) {
    line = lines[number]
    gsub(/\t/, "    ", line)
    sub(/[ \r]+$/, "", line)
    match(line, /^ */)
    indent = RLENGTH
    text = substr(line, indent + 1)
    if (text == "." || text == "") close_block()
    else if (match(text, /^([-*+o]|[0-9]+[.)]) +/)) {
      line = substr(text, RLENGTH + 1)
      text = substr(text, 1, RLENGTH)
      sub(/ +$/, "", text)
      item(indent, text ~ /^[0-9]/ ? text : "-", line)
    } else if (block == "list" && indent > indents[1]) {
      begin_line("list")
      markdown = markdown spaces(columns[depth] + widths[depth]) plain(text)
    } else if (indent > 1) {
      begin_line("code")
      markdown = markdown substr(line, 3)
    } else {
      begin_line("text")
      markdown = markdown plain(text)
    }
  }
  close_block()
  return markdown
}
