# Paragraphs of fields, first translations, then packages → a line for each package, with tabs between its name, most of
# its row, its summary, its description, what only the rich catalog has of it, and its maintainer; and \001 for the ends of
# lines within.

BEGIN { RS = ""; FS = "\n" }

function doubled(text) {
  gsub(/"/, "\"\"", text)
  return text
}

function quoted(text) { return "\"" doubled(text) "\"" }

function field(text) { return text ~ /[",\n]/ ? quoted(text) : text }

# The fields of a paragraph, in `values`; of the description also its further lines.
function read_fields(   number, name, colon) {
  split("", values)
  split("", lines)
  count = 0
  for (number = 1; number <= NF; number++)
    if ($number ~ /^[ \t]/) {
      if (name == "Description") lines[++count] = $number
      else values[name] = values[name] $number
    } else {
      colon = index($number, ":")
      name = substr($number, 1, colon - 1)
      if (name == "Description-en") name = "Description"
      values[name] = substr($number, colon + 1)
      sub(/^[ \t]+/, "", values[name])
      gsub(/\t/, " ", values[name])
    }
}

# The names in a list of dependencies, each once: of alternatives the first, without versions, the first four of all.
function names(list,   parts, count, number, name, seen, found, result) {
  count = split(list, parts, /, */)
  for (number = 1; number <= count && found < 4; number++) {
    name = parts[number]
    sub(/[ |(:].*/, "", name)
    if (name == "" || name in seen) continue
    seen[name]
    result = result (found++ ? "; " : "") name
  }
  return result
}

# A day for news, since apt knows none: made up from the package's size.
function day(size) { return sprintf("%d-%02d-%02d", 2013 + size % 10, 1 + int(size / 10) % 12, 1 + int(size / 120) % 28) }

/^Descriptions: end/ { has_translations = 1; next }

{ read_fields() }

!has_translations {
  descriptions[values["Description-md5"]] = as_markdown(lines, count)
  next
}

{
  name = values["Package"]
  description = values["Description-md5"] in descriptions ? descriptions[values["Description-md5"]] : as_markdown(lines, count)
  # Old addresses such as ftp://… are none that a page would link to.
  homepage = values["Homepage"] ~ /^https?:\/\/[^ ]+$/ ? values["Homepage"] : ""
  tags = values["Tag"]
  gsub(/, */, "; ", tags)
  row = field(name) "\t" field(values["Version"]) "," field(values["Section"]) "," field(values["Priority"]) "," \
    field(values["Maintainer"]) "," field(homepage) "," values["Installed-Size"] "," values["Architecture"] "," \
    quoted(tags) "\t" doubled(values["Description"]) "\t" doubled(description) "\t" \
    quoted(names(values["Depends"])) "," day(values["Size"]) "\t" values["Maintainer"]
  gsub(/\n/, "\001", row)
  print row
}
