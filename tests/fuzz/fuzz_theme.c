/* fuzz_theme.c - any bytes as a theme file and as a key file. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "tui/app/config_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct theme theme;
    struct note why;
    static struct app *app;
    char *text = fuzz_text(bytes, size);
    fuzz_home();
    theme_default(&theme);
    if (theme_read(text, size, "x", &theme, &why) < 0)
        fuzz_require(why.text[0]);
    if (app)
        app_free(app);
    app = app_new(&(struct app_options){.fixed_time = "2026-01-31T12:00:00", .user = "ana"});
    keys_read(app, text, size, "x", &why);
    free(text);
    return 0;
}
