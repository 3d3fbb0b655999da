#pragma once
#include <libical/ical.h>

#include "../CLinux/library.h"

/* What the board calls of libical. */
#define DRAGD_ICAL_FUNCTIONS(each) \
  each(icalcomponent_add_component) \
  each(icalcomponent_add_property) \
  each(icalcomponent_as_ical_string_r) \
  each(icalcomponent_free) \
  each(icalcomponent_get_first_component) \
  each(icalcomponent_get_first_property) \
  each(icalcomponent_get_next_component) \
  each(icalcomponent_get_next_property) \
  each(icalcomponent_isa) \
  each(icalcomponent_kind_to_string) \
  each(icalcomponent_new) \
  each(icalerror_set_errors_are_fatal) \
  each(icalmemory_free_buffer) \
  each(icalparameter_as_ical_string_r) \
  each(icalparameter_get_xname) \
  each(icalparameter_get_xvalue) \
  each(icalparameter_new_x) \
  each(icalparameter_set_xname) \
  each(icalparser_parse_string) \
  each(icalproperty_add_parameter) \
  each(icalproperty_get_datetime_with_component) \
  each(icalproperty_get_first_parameter) \
  each(icalproperty_get_next_parameter) \
  each(icalproperty_get_property_name) \
  each(icalproperty_get_value) \
  each(icalproperty_get_value_as_string_r) \
  each(icalproperty_get_x_name) \
  each(icalproperty_isa) \
  each(icalproperty_new_categories) \
  each(icalproperty_new_description) \
  each(icalproperty_new_dtstamp) \
  each(icalproperty_new_due) \
  each(icalproperty_new_priority) \
  each(icalproperty_new_prodid) \
  each(icalproperty_new_relatedto) \
  each(icalproperty_new_status) \
  each(icalproperty_new_summary) \
  each(icalproperty_new_uid) \
  each(icalproperty_new_url) \
  each(icalproperty_new_version) \
  each(icalproperty_new_x) \
  each(icalproperty_set_x_name) \
  each(icaltime_as_timet_with_zone) \
  each(icaltime_from_timet_with_zone) \
  each(icaltime_is_null_time) \
  each(icaltime_is_valid_time) \
  each(icaltimezone_get_utc_timezone) \
  each(icalvalue_get_text) \
  each(icalvalue_get_x) \
  each(icalvalue_isa)

DRAGD_LIBRARY(ical, DRAGD_ICAL_FUNCTIONS)
