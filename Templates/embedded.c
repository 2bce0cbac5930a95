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
