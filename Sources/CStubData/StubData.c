// The data of ICU, without any data in it.
//
// GRDB needs Foundation, and Foundation brings ICU with 34 MB about the languages of the world, half of the
// daemon. Nothing here asks for it: zones, calendars, numbers and comparisons are our own, and GRDB gives and
// takes integers and texts. So the linker finds this table first, which is ICU's own way of doing without
// (its library "stubdata"): a header, and no entries. Whoever uses Foundation's locales, calendars, formatters
// or regular expressions in the daemon has to remove it. The name has ICU's version in it; with another one
// all of the data is linked again.
#include <stdint.h>

struct data {
    uint16_t header_size;
    uint8_t magic[2];
    uint16_t info_size;
    uint16_t reserved_word;
    uint8_t is_big_endian;
    uint8_t charset_family;
    uint8_t size_of_uchar;
    uint8_t reserved_byte;
    uint8_t format[4];
    uint8_t format_version[4];
    uint8_t data_version[4];
    uint8_t padding[8];
    uint32_t count;
    uint32_t reserved;
    uint32_t entries[4];
};

extern const struct data icudt76_dat;

__attribute__((aligned(16), visibility("hidden"))) const struct data icudt76_dat = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .size_of_uchar = 2,
    .format = {'T', 'o', 'C', 'P'},
    .format_version = {1},
};
