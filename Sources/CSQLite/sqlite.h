#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast that does not import: SQLite copies what is bound. */
static inline int sqlite_bind_copied_text(
  sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

static inline int sqlite_bind_copied_blob(
  sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}
