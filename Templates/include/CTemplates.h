#pragma once
#include <stddef.h>

// The files of this folder, and the SDK for plugins in Python, embedded in the program by the compiler.

typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} EmbeddedFile;

EmbeddedFile page_mustache(void);
EmbeddedFile style_css(void);
EmbeddedFile search_js(void);
EmbeddedFile live_js(void);
EmbeddedFile live_events_js(void);
EmbeddedFile live_views_js(void);
EmbeddedFile live_inspect_js(void);
EmbeddedFile live_worker_js(void);
EmbeddedFile catalog_schema_json(void);
EmbeddedFile catalog_yml(void);
EmbeddedFile books_csv(void);
EmbeddedFile book_md(void);
EmbeddedFile plugin_python(void);
EmbeddedFile plugin_shell(void);
EmbeddedFile plugin_swift_package(void);
EmbeddedFile plugin_swift_main(void);
EmbeddedFile pomona_plugin_py(void);
