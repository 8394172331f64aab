/// Locks that keep two processes from writing the same files.
#ifndef GB_BASE_PLATFORM_FILE_LOCK_H
#define GB_BASE_PLATFORM_FILE_LOCK_H

#include "base/error.h"

typedef struct gb_file_lock gb_file_lock;

/// Lock the file `path`, which is created empty if it does not exist. The system releases the lock
/// when the process ends. If the file cannot be created or the file system has no locks, the
/// function returns GB_OK without a lock. Local.
/// @param[out] lock NULL if there is no lock  @param[out] busy whether another process has it
/// errors: GB_FILE (memory)
int gb_file_lock_take(const char *path, gb_file_lock **lock, bool *busy, gb_error *error);
/// Release the lock and remove its file; *lock may be NULL. Local.
void gb_file_unlock(gb_file_lock **lock);

#endif
