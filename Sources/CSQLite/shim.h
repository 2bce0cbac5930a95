#include <sqlite3.h>

/// Takes "x" for the name of a column only, and never for a text; Swift cannot call functions with variable arguments.
static inline void pomona_reject_double_quoted_strings(sqlite3 *connection) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
}

/// Binds a copy of a text to a parameter; Swift has no function pointer of the value that asks for the copy.
static inline int pomona_bind_text(sqlite3_stmt *statement, int parameter, const char *text, int length) {
  return sqlite3_bind_text(statement, parameter, text, length, SQLITE_TRANSIENT);
}
