#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "CDisk.h"

static const uint64_t prime = 0x100000001b3;

static uint64_t mix(uint64_t digest, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    for (; count >= 8; at += 8, count -= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        digest = (digest ^ word) * prime;
        digest ^= digest >> 29;
    }
    for (; count > 0; at += 1, count -= 1) digest = (digest ^ *at) * prime;
    return digest;
}

/// Whether all rows could be read.
static bool mixRows(sqlite3 *db, const char *sql, uint64_t *digest) {
    sqlite3_stmt *rows;
    if (sqlite3_prepare_v2(db, sql, -1, &rows, NULL) != SQLITE_OK) return false;
    int result;
    while ((result = sqlite3_step(rows)) == SQLITE_ROW) {
        for (int column = 0; column < sqlite3_column_count(rows); column += 1) {
            int type = sqlite3_column_type(rows, column);
            const void *bytes = sqlite3_column_blob(rows, column);
            int count = sqlite3_column_bytes(rows, column);
            *digest = mix(*digest, &type, sizeof type);
            *digest = mix(*digest, &count, sizeof count);
            if (count > 0) *digest = mix(*digest, bytes, count);
        }
    }
    sqlite3_finalize(rows);
    return result == SQLITE_DONE;
}

uint64_t cdisk_digest(void *connection) {
    sqlite3 *db = connection;
    uint64_t digest = 0xcbf29ce484222325;
    sqlite3_stmt *tables;
    const char *all = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
    if (sqlite3_prepare_v2(db, all, -1, &tables, NULL) != SQLITE_OK) return 0;
    bool isWhole = true;
    int result;
    while ((result = sqlite3_step(tables)) == SQLITE_ROW && isWhole) {
        const char *name = (const char *)sqlite3_column_text(tables, 0);
        char sql[300];
        snprintf(sql, sizeof sql, "SELECT * FROM \"%s\"", name);
        digest = mix(digest, name, strlen(name));
        isWhole = mixRows(db, sql, &digest);
    }
    sqlite3_finalize(tables);
    return isWhole && result == SQLITE_DONE ? digest : 0;
}

uint64_t cdisk_digest_of_file(const char *path) {
    sqlite3 *db;
    uint64_t digest = 0;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, "unix") == SQLITE_OK) {
        digest = cdisk_digest(db);
    }
    sqlite3_close(db);
    return digest;
}
