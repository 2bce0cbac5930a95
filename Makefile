# `make run` builds the example catalog, `make test` passes the tests; both set up what they need.

PREFIX ?= /usr/local
SWIFT ?= swift
OUTPUT := build/fruitypedia
# Files that need nothing but the C library where they are installed: neither Swift's libraries nor those of Debian's packages.
ARCHIVES := .build/archives
RELEASE := -c release --static-swift-stdlib -debug-info-format none --pkg-config-path $(ARCHIVES)

.PHONY: run test bench build docs install archives setup setup-tests lint format screenshots clean

run: build
	@"$$($(SWIFT) build $(RELEASE) --show-bin-path)/pomona" build Examples/Fruitypedia --output $(OUTPUT) --format html,markdown

build: archives
	$(SWIFT) build $(RELEASE) --product pomona

# What random tests try is optimised, with its assertions; see Package.swift. The second package sees what a user sees, and the third uses
# the plugins; what they depend on is built once.
test: export POMONA_OPTIMISED = 1
test: setup-tests
	$(SWIFT) test
	env -u POMONA_OPTIMISED $(SWIFT) test --package-path Tests/OutsidePackage --scratch-path .build/outside
	python3 Plugins/Python/test_pomona_plugin.py
	python3 Plugins/rst/test_pomona_rst.py
	env -u POMONA_OPTIMISED SWIFT="$(SWIFT)" sh Scripts/test-plugins .build/outside "$$($(SWIFT) build --show-bin-path)/pomona"

# What it costs, against baselines of the same run: all suites or one (SUITE=changesets), aligned or FORMAT=tsv. The suite `catalog`
# runs the command, and measures growth where ROWS has sizes of data sets. AGAINST=COMMIT measures that version too, in turns.
ifdef AGAINST
bench: archives
	@SWIFT="$(SWIFT)" FORMAT=$(FORMAT) ROWS="$(ROWS)" sh Scripts/compare "$(AGAINST)" $(SUITE)
else
bench: archives
	@$(if $(filter-out catalog plugins,$(SUITE)),:,$(SWIFT) build $(RELEASE) --product pomona >&2)
	@$(SWIFT) build -c release --package-path Benchmarks >&2
	@POMONA="$$($(SWIFT) build $(RELEASE) --show-bin-path)/pomona" SUITE=$(SUITE) FORMAT=$(FORMAT) ROWS="$(ROWS)" \
	  "$$($(SWIFT) build -c release --package-path Benchmarks --show-bin-path)/bench"
endif

# The guide for publishers and the reference of the modules, as a static site in build/docs. BASE is its path on the server: BASE=/pomona.
docs: setup
	@SWIFT="$(SWIFT)" sh Scripts/docs build/docs "$(BASE)"

# The command, and the plugin for books, which it finds on the PATH. A library that an executable would miss elsewhere is an error.
install: build
	$(SWIFT) build $(RELEASE) --product pomona-epub
	install -d "$(DESTDIR)$(PREFIX)/bin"
	@for program in pomona pomona-epub; do \
	  file="$$($(SWIFT) build $(RELEASE) --show-bin-path)/$$program"; \
	  ! readelf -d "$$file" | grep -E 'NEEDED.*(cmark|libmd|sqlite|stdc|xxhash|libz)' || exit 1; \
	  install -s -m 755 "$$file" "$(DESTDIR)$(PREFIX)/bin/$$program" || exit 1; \
	done

archives: setup
	@SWIFT="$(SWIFT)" sh Scripts/archives $(ARCHIVES)

# What the machine has to have: the toolchain is checked, Debian's packages are installed.
setup:
	@SWIFT="$(SWIFT)" sh Scripts/setup

# The tests need a browser, Python and unzip besides.
setup-tests:
	@SWIFT="$(SWIFT)" sh Scripts/setup tests

lint: setup
	$(SWIFT) format lint --strict --recursive Package.swift Plugins Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources
	POMONA_STRICT=1 $(SWIFT) build --build-tests
	POMONA_STRICT=1 $(SWIFT) build --package-path Benchmarks

format:
	$(SWIFT) format --in-place --recursive Package.swift Plugins Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources

# The pictures of the README; needs Chromium.
screenshots: run
	sh Scripts/screenshots $(OUTPUT) docs/images

clean:
	rm -rf .build Benchmarks/.build build
