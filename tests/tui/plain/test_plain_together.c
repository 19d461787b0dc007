/* test_plain_together.c - plain mode: several users read a finished game together: one leads, the
 * others follow, or leave to read on their own. */
#include "config.h"
#include "tests/support/plain_people.h"

/* Ana and Bob play e4 e5, then one resigns. */
static void play_a_game(struct plain_person *ana, struct plain_person *bob)
{
    sit_down(ana, bob, "classical side=white");
    plays(ana, "e4", bob);
    plays(bob, "e5", ana);
    types(ana, "resign");
    hears(ana, "The game is in the archive as game 1");
    hears(bob, "The game is in the archive as game 1");
    hears(ana, "bob has this game open as well.");
    hears(bob, "ana has this game open as well.");
}

static void one_leads_and_the_others_follow(void **state)
{
    struct plain_person ana = come("ana", true), bob = come("bob", true), eve = come("eve", true);
    (void)state;
    play_a_game(&ana, &bob);
    types(&eve, "lead");
    hears(&eve, "Only games of the lobby's archive can be read together; \"open N\" opens one.");
    types(&ana, "lead");
    hears(&ana, "You lead: the others see what you see");
    hears(&bob, "You follow ana, who leads: \"sync\" stops.");
    types(&ana, "go 1");
    hears(&bob, "ana shows:");
    hears(&bob, "Ply 1, White: e4.");
    types(&eve, "archive");
    hears(&eve, "Club");
    types(&eve, "list");
    types(&eve, "open 1"); /* a user who joins later learns where they are */
    hears(&eve, "You follow ana, who leads");
    hears(&eve, "ana shows:");
    hears(&eve, "Ply 1, White: e4.");

    types(&ana, "comment the best by test");
    hears(&ana, "Saved as revision 2.");
    hears(&bob, "Comment by ana: the best by test.");
    hears(&eve, "Comment by ana: the best by test.");
    types(&bob, "comment no");
    hears(&bob, "You follow ana; to write notes, stop that with \"sync\".");
    types(&bob, "d5");
    hears(&bob, "You follow ana; to write notes");
    types(&bob, "lead");
    hears(&bob, "ana leads; you can lead after they stop.");
    types(&ana, "d5");
    hears(&eve, "Ply 2, Black: d5.");
    hears(&bob, "Ply 2, Black: d5.");

    types(&bob, "start"); /* a step of his own */
    hears(&bob, "You have moved away: \"sync\" follows ana again.");
    types(&ana, "exd5");
    hears(&eve, "Ply 3, White: exd5.");
    types(&bob, "sync");
    does_not_hear(&bob, "exd5", "You follow ana.");
    hears(&bob, "Ply 3, White: exd5.");
    types(&bob, "sync");
    hears(&bob, "You follow nobody now: \"sync\" follows whoever leads.");
    types(&bob, "comment mine"); /* ... and does not save */
    hears(&bob, "The comment is written.");
    types(&bob, "sync");
    hears(&bob, "You follow ana.");
    types(&ana, "comment an open line");
    hears(&bob, "You have unsaved changes: \"save\" them, then \"sync\" follows ana.");
    types(&bob, "save");
    hears(&bob, "Saved, with what someone else changed meanwhile, as revision");

    types(&eve, "say why not Nf3?");
    hears(&eve, "Sent to the people at this game.");
    hears(&ana, "eve says: why not Nf3?");
    types(&ana, "lead");
    hears(&ana, "You no longer lead.");
    hears(&eve, "ana no longer leads.");
    types(&eve, "lead");
    hears(&eve, "You lead");
    hears(&ana, "You follow eve, who leads");
    types(&ana, "wait");
    types(&eve, "start");
    hears(&ana, "This is the start of the game.");
    kill(eve.process, SIGTERM); /* the lead ends with its session */
    hears(&ana, "eve has left this game.");
    hears(&ana, "eve no longer leads.");
    leave(&eve);
    types(&ana, "lead");
    hears(&ana, "You lead");
    leave(&ana);
    leave(&bob);
}

/* A user who leaves the lobby with a game open reads on alone. */
static void leaving_the_lobby_ends_the_lead(void **state)
{
    struct plain_person ana = come("ana", false), bob = come("bob", false);
    (void)state;
    play_a_game(&ana, &bob);
    types(&ana, "lead");
    hears(&ana, "You lead");
    hears(&bob, "You follow ana, who leads");
    types(&ana, "leave");
    hears(&ana, "You have left the lobby.");
    hears(&bob, "ana has left this game.");
    hears(&bob, "ana no longer leads.");
    types(&bob, "lead");
    hears(&bob, "You lead");
    types(&ana, "go 1");
    hears(&ana, "Ply 1, White: e4.");
    leave(&ana);
    leave(&bob);
}

/* Outside a lobby plain mode looks from time to time what others have saved, and tells a user who
 * types nothing. */
static void what_others_save_is_told_while_one_waits(void **state)
{
    struct plain_person ana = come("ana", false), bob = come("bob", false);
    (void)state;
    play_a_game(&ana, &bob);
    types(&ana, "leave");
    hears(&ana, "You have left the lobby.");
    types(&bob, "leave");
    hears(&bob, "You have left the lobby.");
    types(&bob, "comment a short game");
    types(&bob, "save");
    hears(&bob, "Saved as revision 2.");
    hears(&ana, "this is revision 2"); /* she has typed nothing since */
    leave(&ana);
    leave(&bob);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_CLUB(one_leads_and_the_others_follow),
        IN_A_CLUB(leaving_the_lobby_ends_the_lead),
        IN_A_CLUB(what_others_save_is_told_while_one_waits),
    };
    return cmocka_run_group_tests_name("plain mode, together", tests, begin, leave_home);
}
