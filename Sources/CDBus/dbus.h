#pragma once
#include <dbus/dbus.h>
#include <stdlib.h>
#include <string.h>
