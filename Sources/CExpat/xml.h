#pragma once
/* Declares the limits on entities; Debian's expat is built with them. */
#define XML_DTD 1
#include <expat.h>
