#include "CTemplates.h"

// Part of C since C23, and of Clang in all versions of the language.
#pragma clang diagnostic ignored "-Wc23-extensions"

EmbeddedFile page_mustache(void) {
  static const unsigned char bytes[] = {
#embed "html/page.mustache"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile style_css(void) {
  static const unsigned char bytes[] = {
#embed "html/style.css"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile search_js(void) {
  static const unsigned char bytes[] = {
#embed "html/search.js"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile live_js(void) {
  static const unsigned char bytes[] = {
#embed "html/live.js"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile live_events_js(void) {
  static const unsigned char bytes[] = {
#embed "html/live-events.js"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile live_views_js(void) {
  static const unsigned char bytes[] = {
#embed "html/live-views.js"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile live_inspect_js(void) {
  static const unsigned char bytes[] = {
#embed "html/live-inspect.js"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile live_worker_js(void) {
  static const unsigned char bytes[] = {
#embed "html/live-worker.js"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile catalog_schema_json(void) {
  static const unsigned char bytes[] = {
#embed "schema/catalog.schema.json"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile catalog_yml(void) {
  static const unsigned char bytes[] = {
#embed "starter/catalog.yml"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile books_csv(void) {
  static const unsigned char bytes[] = {
#embed "starter/books.csv"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile book_md(void) {
  static const unsigned char bytes[] = {
#embed "starter/book.md"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile plugin_python(void) {
  static const unsigned char bytes[] = {
#embed "plugin/python.py"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile plugin_shell(void) {
  static const unsigned char bytes[] = {
#embed "plugin/shell.sh"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile plugin_swift_package(void) {
  static const unsigned char bytes[] = {
#embed "plugin/swift/Package.swift.in"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile plugin_swift_main(void) {
  static const unsigned char bytes[] = {
#embed "plugin/swift/main.swift.in"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}

EmbeddedFile pomona_plugin_py(void) {
  static const unsigned char bytes[] = {
#embed "../Plugins/Python/pomona_plugin.py"
  };
  return (EmbeddedFile){bytes, sizeof bytes};
}
