#pragma once
/* ICU's headers would contradict those of Foundation's ICU. What they leave out is the end of a structure that nothing
   here looks into. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>

#include "../CLinux/library.h"

/* The number at the end of the library's name: that of its version, until 2.14 became libxml2.so.16. */
#if LIBXML_VERSION < 21400
enum { DRAGD_HTML_NUMBER = LIBXML_VERSION / 10000 };
#else
enum { DRAGD_HTML_NUMBER = 16 };
#endif

/* What the board calls of libxml2. */
#define DRAGD_HTML_FUNCTIONS(each) \
  each(htmlCtxtReadMemory) \
  each(htmlFreeParserCtxt) \
  each(htmlNewParserCtxt) \
  each(xmlFreeDoc) \
  each(xmlInitParser) \
  each(xmlStopParser)

DRAGD_LIBRARY(html, DRAGD_HTML_FUNCTIONS)
