#pragma once
#include <dlfcn.h>
#include <stdbool.h>
/* ICU's headers would contradict those of Foundation's ICU. What they leave out is the end of a structure that nothing
   here looks into. */
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>

/* The number at the end of the library's name: that of its version, until 2.14 became libxml2.so.16. */
#if LIBXML_VERSION < 21400
enum { DRAGD_HTML_NUMBER = LIBXML_VERSION / 10000 };
#else
enum { DRAGD_HTML_NUMBER = 16 };
#endif

/* What the board calls of libxml2. It is loaded when it is first needed, so nothing links it. */
#define DRAGD_HTML_FUNCTIONS(each) \
  each(htmlCtxtReadMemory) \
  each(htmlFreeParserCtxt) \
  each(htmlNewParserCtxt) \
  each(xmlFreeDoc) \
  each(xmlInitParser) \
  each(xmlStopParser)

/* The functions, each with the type that the headers of libxml2 give it. */
#define DRAGD_HTML_FIELD(name) __typeof__(&name) _Nonnull name;
struct __attribute__((swift_attr("@Sendable"))) dragd_html {
  DRAGD_HTML_FUNCTIONS(DRAGD_HTML_FIELD)
};
#undef DRAGD_HTML_FIELD

/* Loads the library with that name for as long as the program runs. False where the system has none, or one that lacks
   some of the functions: then the structure must not be used. */
#define DRAGD_HTML_FIND(name) &&(library->name = (__typeof__(library->name))dlsym(handle, #name))
static inline bool dragd_load_html(struct dragd_html *_Nonnull library, const char *_Nonnull file) {
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  return handle DRAGD_HTML_FUNCTIONS(DRAGD_HTML_FIND);
}
#undef DRAGD_HTML_FIND
