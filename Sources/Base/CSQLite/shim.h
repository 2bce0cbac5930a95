#include <stddef.h>
#include <sqlite3.h>

/// Searches bytes for other bytes in linear time. The C library has it, but shows it to GNU programs only.
void *memmem(const void *bytes, size_t count, const void *part, size_t partCount);

/// Takes "x" for the name of a column only, and never for a text; Swift cannot call functions with variable arguments.
static inline void pomona_reject_double_quoted_strings(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
}

/// Returns a copy of a text from a function; see `pomona_bind_text`.
static inline void pomona_result_text(sqlite3_context *context, const char *text, sqlite3_uint64 length) {
  sqlite3_result_text64(context, text ? text : "", length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a copy of a text to a parameter; Swift has no function pointer of the value that asks for the copy.
static inline int pomona_bind_text(sqlite3_stmt *statement, int parameter, const char *text, int length) {
  return sqlite3_bind_text(statement, parameter, text, length, SQLITE_TRANSIENT);
}
