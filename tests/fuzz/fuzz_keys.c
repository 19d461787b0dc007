/* fuzz_keys.c - any bytes as keys pressed in the client, on screens of any size: the first two
 * bytes are rows and columns. A byte below 32 draws a frame. */
#include "config.h"
#include "tests/fuzz/fuzz.h"

#include "tui/app/app.h"
#include "tui/views/game/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct scene scene;
    struct note why;
    if (size < 4 || size > 600)
        return 0;
    fuzz_home();
    struct app *app =
        app_new(&(struct app_options){.fixed_time = "2026-01-31T12:00:00", .user = "ana"});
    fuzz_require(app_open(app, &home_view, NULL, &why) == 0);
    struct table_open open = {.record = table_new_game(fuzz_rules(bytes[2]), NULL, "2026-01-31"),
                              .play = true};
    fuzz_require(app_open(app, &table_view, &open, &why) == 0);
    char *text = fuzz_text(bytes + 3, size - 3);
    for (const char *at = text; *at && !app_over(app);) {
        uint32_t key = key_read(&at);
        if (!key)
            at++;
        else if (key != 15) /* Ctrl-O starts the user's editor */
            app_key(app, key);
        if (key < 32) {
            scene_begin(&scene, 1 + bytes[0] % 70, 1 + bytes[1] % 200);
            app_draw(app, &scene);
        }
        app_tick(app);
    }
    free(app_clipboard(app));
    app_free(app);
    free(text);
    return 0;
}
