#pragma once
/* ICU's headers would contradict those of Foundation's ICU. What they leave out is the end of a structure that nothing
   here looks into. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
