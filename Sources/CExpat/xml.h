#pragma once
/* Declares the limits on entities; Debian's expat is built with them. */
#define XML_DTD 1
/* expat 2.9 deprecates the positions of long and the input context for ..._64() functions, which Debian 12's 2.5 lacks:
   a warning on newer systems, until that one is no longer supported. */
#include <expat.h>
