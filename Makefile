# `make run` builds the example catalog, `make test` runs the tests. Both install what they need.

PREFIX ?= /usr/local
SWIFT ?= swift
OUTPUT := build/fruitypedia
# The installed executables depend on the C library only, and not on the libraries of Swift or of Debian's packages.
ARCHIVES := .build/archives
RELEASE := -c release --static-swift-stdlib -debug-info-format none --pkg-config-path $(ARCHIVES)

.PHONY: run test bench build docs install archives setup setup-tests lint format screenshots clean

run: build
	@"$$($(SWIFT) build $(RELEASE) --show-bin-path)/pomona" build Examples/Fruitypedia --output $(OUTPUT) --format html,markdown

build: archives
	$(SWIFT) build $(RELEASE) --product pomona

# Modules with random tests are optimised, with assertions enabled; see Package.swift. The second package uses only the public API, and the
# third uses the plugins. They share one build of their dependencies.
test: export POMONA_OPTIMISED = 1
test: setup-tests
	$(SWIFT) test
	env -u POMONA_OPTIMISED $(SWIFT) test --package-path Tests/OutsidePackage --scratch-path .build/outside
	python3 Plugins/Python/test_pomona_plugin.py
	python3 Plugins/rst/test_pomona_rst.py
	env -u POMONA_OPTIMISED SWIFT="$(SWIFT)" sh Scripts/test-plugins .build/outside "$$($(SWIFT) build --show-bin-path)/pomona"

# Benchmarks, compared with baselines of the same run: all suites or one (SUITE=changesets), as an aligned table or with FORMAT=tsv. The
# suite `catalog` runs the command, and measures growth if ROWS lists sizes of data sets. AGAINST=COMMIT measures that version in turns.
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

# Installs the command, and the plugin for books, which the command finds on the PATH. Fails if an executable needs a shared library that
# other machines may lack.
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

# Checks the toolchain, and installs missing packages of Debian.
setup:
	@SWIFT="$(SWIFT)" sh Scripts/setup

# The tests also need a browser, Python and unzip.
setup-tests:
	@SWIFT="$(SWIFT)" sh Scripts/setup tests

lint: setup
	$(SWIFT) format lint --strict --recursive Package.swift Plugins Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources
	POMONA_STRICT=1 $(SWIFT) build --build-tests
	POMONA_STRICT=1 $(SWIFT) build --package-path Benchmarks

format:
	$(SWIFT) format --in-place --recursive Package.swift Plugins Sources Tests Examples Benchmarks/Package.swift Benchmarks/Sources

# Takes the pictures of the README. Needs Chromium.
screenshots: run
	sh Scripts/screenshots $(OUTPUT) docs/images

clean:
	rm -rf .build Benchmarks/.build build
