/// The program's version.
#ifndef GB_BASE_VERSION_H
#define GB_BASE_VERSION_H

#define GB_VERSION "0.1.0"

#endif
