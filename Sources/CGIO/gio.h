#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE  // as in CLinux: the two may meet in one file
#endif
#include <gio/gio.h>
