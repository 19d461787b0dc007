/* file_kind.c - recognizes files without games by their first bytes; see file_kind.h. */
#include "config.h"
#include "archive/util/file_kind.h"

#include "core/util/ascii.h"

#include <string.h>

/* What files of a kind have at an offset. `text`: blanks and a byte order mark may precede it, and
 * case is ignored. */
struct magic {
    const char *name, *bytes;
    uint16_t size, at;
    bool text;
};

#define AT(place, name, bytes) {name, bytes, sizeof(bytes) - 1, place, false}
#define BYTES(name, bytes) AT(0, name, bytes)
#define TEXT(name, bytes) {name, bytes, sizeof(bytes) - 1, 0, true}

static const struct magic magics[] = {
    BYTES("a gzip file", "\x1F\x8B"),
    BYTES("a zstd file", "\x28\xB5\x2F\xFD"),
    BYTES("a ZIP archive", "PK\3\4"),
    BYTES("a ZIP archive", "PK\5\6"),
    BYTES("a ZIP archive", "PK\7\10"),
    BYTES("a bzip2 file", "BZh"),
    BYTES("an xz file", "\xFD" "7zXZ"),
    BYTES("an lz4 file", "\4\"M\x18"),
    BYTES("an lzip file", "LZIP"),
    BYTES("a 7z archive", "7z\xBC\xAF\x27\x1C"),
    BYTES("a RAR archive", "Rar!\x1A\7"),
    BYTES("an ar archive", "!<arch>\n"),
    BYTES("a compress file", "\x1F\x9D"),
    AT(257, "a tar archive", "ustar"),
    BYTES("a PNG image", "\x89PNG"),
    BYTES("a JPEG image", "\xFF\xD8\xFF"),
    BYTES("a GIF image", "GIF8"),
    BYTES("a TIFF image", "II*\0"),
    BYTES("a TIFF image", "MM\0*"),
    AT(8, "a WebP image", "WEBPVP8"),
    AT(8, "a WAV sound", "WAVEfmt"),
    AT(4, "an MP4 film", "ftyp"),
    BYTES("an Ogg sound", "OggS"),
    BYTES("a Matroska film", "\x1A\x45\xDF\xA3"),
    BYTES("an ELF program", "\x7F" "ELF"),
    BYTES("a Mach-O program", "\xCF\xFA\xED\xFE"),
    BYTES("a Java class", "\xCA\xFE\xBA\xBE"),
    BYTES("a WebAssembly program", "\0asm"),
    BYTES("an SQLite database", "SQLite format 3"),
    BYTES("a Scid database", "Scid."),
    BYTES("an Office document", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
    TEXT("a PDF document", "%PDF-"),
    TEXT("a PostScript document", "%!PS"),
    TEXT("an RTF document", "{\\rtf"),
    TEXT("an SGF file", "(;"),
    TEXT("an HTML page", "<!doctype html"),
    TEXT("an HTML page", "<html"),
    TEXT("an HTML page", "<head"),
    TEXT("an XML document", "<?xml"),
    TEXT("an XML document", "<!doctype"),
    TEXT("an SVG image", "<svg"),
    TEXT("a JSON document", "{\""),
    TEXT("a JSON document", "[{"),
    TEXT("a JSON document", "[\""),
    TEXT("a program", "#!/"),
};

static bool begins(const struct magic *magic, const char *bytes, size_t size, const char *text, size_t text_size)
{
    if (magic->text)
        return text_size >= magic->size && !ascii_ncasecmp(text, magic->bytes, magic->size);
    return size >= (size_t)magic->at + magic->size && !memcmp(bytes + magic->at, magic->bytes, magic->size);
}

/* Text has hardly any control characters; in random bytes one in nine is one, and programs consist
 * mostly of NULs. */
static bool is_binary(const char *bytes, size_t size)
{
    enum { TEXT_TO_CONTROL = 32 };
    size_t control = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)bytes[i];
        control += (c < ' ' && !(c >= '\t' && c <= '\r') && c != 0x1A /* DOS files end with it */) || c == 0x7F;
    }
    return control * TEXT_TO_CONTROL > size;
}

const char *file_kind_foreign(const char *bytes, size_t size)
{
    size_t blanks = size >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3) ? 3 : 0;
    while (blanks < size && strchr(" \t\r\n", bytes[blanks]) && bytes[blanks])
        blanks++;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (begins(&magics[i], bytes, size, bytes + blanks, size - blanks))
            return magics[i].name;
    return is_binary(bytes, size) ? "binary data" : NULL;
}

/* ----------------------------------------------------------------------------------------------------------- PGN */

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* A bracket, a name and a quotation mark, regardless of line breaks. */
static bool is_tag(const char *at, const char *end)
{
    at++;
    while (at < end && is_blank(*at))
        at++;
    const char *name = at;
    while (at < end && (ascii_isalnum((unsigned char)*at) || *at == '_' || *at == '-'))
        at++;
    if (at == name)
        return false;
    while (at < end && is_blank(*at))
        at++;
    return at < end && *at == '"';
}

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

/* An optional move number, a piece letter or figurine, optional origin, destination; not followed
 * by letters. */
static bool is_ply(const char *at, const char *end)
{
    static const char castle[][4] = {"O-O", "0-0", "o-o"};
    const char *number = at;
    while (number < end && *number >= '0' && *number <= '9')
        number++;
    if (number < end && *number == '.')
        at = number;
    while (at < end && *at == '.')
        at++;
    for (size_t i = 0; i < sizeof castle / sizeof *castle; i++)
        if (end - at >= 3 && !memcmp(at, castle[i], 3))
            return true;
    while (at < end && ((unsigned char)*at >= 0x80 || ascii_isupper((unsigned char)*at)))
        at++;
    bool square = false;
    while (at < end && (is_file(*at) || is_rank(*at) || *at == 'x' || *at == ':' || *at == '-')) {
        square = end - at > 1 && is_file(*at) && is_rank(at[1]);
        at += 1 + square;
    }
    return square && (at == end || !ascii_islower((unsigned char)*at));
}

/* A result followed by the end of a word. A star before other words is a bullet. */
static bool is_result(const char *at, const char *end, const char *all)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "1/2"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if ((size_t)(end - at) == strlen(results[i]) && !memcmp(at, results[i], (size_t)(end - at)))
            return true;
    if (end - at != 1 || *at != '*')
        return false;
    while (end < all && (*end == ' ' || *end == '\t'))
        end++;
    return end == all || *end == '\r' || *end == '\n';
}

bool file_kind_has_pgn(const char *bytes, size_t size)
{
    const char *end = bytes + size;
    for (const char *at = bytes; at < end;) {
        while (at < end && is_blank(*at))
            at++;
        const char *word = at;
        while (at < end && !is_blank(*at)) {
            if (*at == '[' && is_tag(at, end))
                return true;
            at++;
        }
        if (at > word && (is_ply(word, at) || is_result(word, at, end)))
            return true;
    }
    return false;
}
