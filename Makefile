# `make run` builds the example catalog, `make test` runs the tests. Both install what they need, and share one build.

PREFIX ?= /usr/local
SWIFT ?= swift
OUTPUT := build/fruitypedia
# The installed executables depend on the C library only, and not on the libraries of Swift or of Debian's packages. Benchmarks are built
# alike, so that both have the same objects.
ARCHIVES := $(CURDIR)/.build/archives
RELEASE := -c release --static-swift-stdlib -debug-info-format none --pkg-config-path $(ARCHIVES)
# Options of the commands that share the debug build, which each of them needs alike.
export SWIFT_FLAGS ?=
# Random tests try other cases after each commit, beside those that they always try.
export POMONA_SEED ?= $(shell git rev-parse HEAD 2>/dev/null)

.PHONY: run demo test test-plugins fuzz bench work build docs install archives setup setup-tests lint format screenshots clean

run: setup
	$(SWIFT) build $(SWIFT_FLAGS) --product pomona
	@.build/debug/pomona build Examples/Fruitypedia --output $(OUTPUT) --format html,markdown
	@printf '%s\n' \
	  "This was the debug build of the command, which shares its objects with “make test”. The optimized command builds this" \
	  "catalog in less than a second. “make install” compiles and installs it, in about five minutes." \
	  "To look at the catalog while you change it: .build/debug/pomona serve Examples/Fruitypedia"

# A live catalog whose sections answer the clicks of readers: prints its address, and serves it until Control-C.
demo: setup
	$(SWIFT) build $(SWIFT_FLAGS) --product demo
	.build/debug/demo Examples/Live/catalog

# Tests create and delete many small files, which takes a disk much longer than memory: 2 GB of it are enough.
MEMORY := $(shell test -w /dev/shm && df -k --output=avail /dev/shm | awk 'NR > 1 && $$1 > 2000000 { print "/dev/shm" }')

# All tests, or with ROOM=Changesets those of one room: then only this room, its tests, and what both depend on are compiled.
test fuzz: export TMPDIR := $(or $(MEMORY),$(TMPDIR),/tmp)
ifdef ROOM
test: setup
	POMONA_ROOM=$(ROOM) $(SWIFT) test $(SWIFT_FLAGS)
else
test: setup-tests
	$(SWIFT) test $(SWIFT_FLAGS)
	python3 Plugins/Python/test_pomona_plugin.py
	python3 Plugins/rst/test_pomona_rst.py
endif

# Tests the SwiftPM plugins in Examples/Garden, a package that depends on this one.
test-plugins: setup
	$(SWIFT) build $(SWIFT_FLAGS) --product pomona
	SWIFT="$(SWIFT)" sh Scripts/test-plugins .build "$(CURDIR)/.build/debug/pomona"

# Tries many more random cases than the tests do, for about an hour, with optimized code in a folder of its own. FILTER names the tests, as
# a regular expression, and ROOM their room.
fuzz: export POMONA_EFFORT ?= 100
fuzz: setup-tests
	$(if $(ROOM),POMONA_ROOM=$(ROOM)) $(SWIFT) test -c release --scratch-path .build/fuzz -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug \
	  --filter "$(or $(FILTER),Fuzz|Random|History)"

# Benchmarks, compared with baselines of the same run: all suites or one (SUITE=changesets), as an aligned table or with FORMAT=tsv. The
# suite `catalog` runs the command, and measures growth if ROWS lists sizes of data sets. AGAINST=COMMIT measures that version in turns.
bench: export POMONA_BENCHMARKS = 1
ifdef AGAINST
bench: archives
	@SWIFT="$(SWIFT)" RELEASE="$(RELEASE)" FORMAT=$(FORMAT) ROWS="$(ROWS)" sh Scripts/compare "$(AGAINST)" $(SUITE)
else
bench: archives
	@for product in pomona html-plugin meter read-data bench; do \
	  $(SWIFT) build $(RELEASE) --product $$product >&2 || exit 1; \
	done
	@POMONA=$(CURDIR)/.build/release/pomona SUITE=$(SUITE) FORMAT=$(FORMAT) ROWS="$(ROWS)" .build/release/bench
endif

# Counts the work of small builds and of single operations, and compares it with the table in Benchmarks/Work. TABLE=update writes the table,
# TABLE=release also its column of the last release.
work: export POMONA_BENCHMARKS = 1
work: archives
	@SWIFT="$(SWIFT)" sh Scripts/setup work
	@for product in pomona work; do \
	  $(SWIFT) build $(RELEASE) --product $$product >&2 || exit 1; \
	done
	@SWIFT="$(SWIFT)" python3 Benchmarks/Work/work.py $(if $(TABLE),--$(TABLE))

# The optimized command. It takes minutes.
build: archives
	$(SWIFT) build $(RELEASE) --product pomona

# The guide for publishers and the reference of the modules, as a static site in build/docs. BASE is its path on the server: BASE=/pomona.
docs: setup
	@SWIFT="$(SWIFT)" sh Scripts/docs build/docs "$(BASE)"

# Installs the command, and the plugin for books, which the command finds on the PATH. Fails if an executable needs a shared library that
# other machines may lack.
install: build
	$(SWIFT) build $(RELEASE) --product pomona-epub
	install -d "$(DESTDIR)$(PREFIX)/bin"
	@for program in pomona pomona-epub; do \
	  file="$$($(SWIFT) build $(RELEASE) --show-bin-path)/$$program"; \
	  ! readelf -d "$$file" | grep -E 'NEEDED.*(cmark|gumbo|libevent|libmd|sqlite|stdc|xxhash|libz)' || exit 1; \
	  install -s -m 755 "$$file" "$(DESTDIR)$(PREFIX)/bin/$$program" || exit 1; \
	done

archives: setup
	@SWIFT="$(SWIFT)" sh Scripts/archives $(ARCHIVES)

# Checks the toolchain, and installs missing packages of Debian.
setup:
	@SWIFT="$(SWIFT)" sh Scripts/setup

# The tests also need a browser, Python and unzip.
setup-tests:
	@SWIFT="$(SWIFT)" sh Scripts/setup tests

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Plugins Sources Tests Examples Benchmarks/Sources

format:
	$(SWIFT) format --in-place --recursive Package.swift Plugins Sources Tests Examples Benchmarks/Sources

# Takes the pictures of the README. Needs Chromium.
screenshots: run
	sh Scripts/screenshots $(OUTPUT) docs/images .build/debug/pomona Examples/Fruitypedia

clean:
	rm -rf .build build
