/// Locks between programs that would write the same files.
#ifndef GB_BASE_FILE_LOCK_H
#define GB_BASE_FILE_LOCK_H

#include "base/error.h"

typedef struct gb_file_lock gb_file_lock;

/// Lock a name by an empty file, which is made where it does not exist. The system releases the
/// lock however the program ends. Where nothing can be written, or the file system has no locks,
/// there is none, and that is no error. Local.
/// @param[out] lock NULL: there is none  @param[out] busy whether another program has it
int gb_file_lock_take(const char *path, gb_file_lock **lock, bool *busy, gb_error *error);
/// Release the lock and remove its file. Local.
void gb_file_unlock(gb_file_lock **lock);

#endif
