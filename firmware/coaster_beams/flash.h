// Texts and tables that stay in a board's flash memory; on the host they are ordinary ones.
#pragma once

#ifdef __AVR__
#include <avr/pgmspace.h>
#else
#define PROGMEM
#define PSTR(text) (text)
inline char pgm_read_byte(const char* at) { return *at; }
#endif
