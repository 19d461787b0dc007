/* net.c - learns a net (core/engine/net.h) from the positions of tests/bench/net_data.
 *
 *   net VARIANT [--epochs N] [--seed S] [--unit CP] [--share PERCENT] FILE...     print the net
 *
 * A position shall be worth the chance to win that its score means, mixed with a share of the
 * result of its game. Mini-batches and Adam; the step shrinks towards the end. One position in
 * HELD_OUT is not learnt but tells how well the net foretells. At the end the numbers are rounded
 * to those of the engine, and the unit is chosen so that a Pawn more is worth a hundred on the
 * average. */
#define _GNU_SOURCE
#include "core/engine/net.h"

#include "core/draft.h"
#include "core/engine/parts.h"
#include "tests/bench/net_data.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { W = NET_WIDTH, BATCH = 2048, HELD_OUT = 24, LANES = 8 };

/* All weights of the net in one array, and the same order for slopes and moments. */
struct numbers {
    float *row;      /* [inputs * W] */
    float *bias;     /* [W] */
    float *out;      /* [NET_STAGES * 2 * W] */
    float *out_bias; /* [NET_STAGES] */
    float *all;
    size_t count;
};

struct sample {
    size_t from; /* of its men */
    int16_t score, material;
    uint8_t side, result, men;
    cell_t royal[2];
};

struct trainer {
    struct ruleset *rules;
    struct net *net;
    struct evaluator evaluator;
    struct sample *sample;
    uint16_t *man;
    int samples, room;
    int men, man_room;
    struct numbers weights, slopes, mean, square;
    float unit, share; /* hundredths of a pawn of the scores that stand for 1; share of the result
                        */
    uint64_t seed;
};

static uint64_t random_bits(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return hash_mix(*seed);
}

static float random_within(uint64_t *seed, float most)
{
    return most * ((float)(random_bits(seed) >> 40) / (1 << 23) - 1);
}

static void numbers_make(struct numbers *numbers, const struct net *net)
{
    size_t rows = (size_t)net->inputs * W;
    numbers->count = rows + W + NET_STAGES * (2 * W + 1);
    numbers->all = memory_new(numbers->count, sizeof *numbers->all);
    numbers->row = numbers->all;
    numbers->bias = numbers->row + rows;
    numbers->out = numbers->bias + W;
    numbers->out_bias = numbers->out + (size_t)NET_STAGES * 2 * W;
}

/* ---- the positions */

static bool load(struct trainer *trainer, const char *path)
{
    const struct search_tables *tables = trainer->evaluator.tables;
    FILE *file = fopen(path, "rb");
    struct net_record record;
    uint16_t men[256];
    if (!file)
        return false;
    while (fread(&record, sizeof record, 1, file) == 1 &&
           fread(men, sizeof *men, record.men, file) == record.men) {
        trainer->sample = memory_room(trainer->sample, &trainer->room, trainer->samples + 1,
                                      sizeof *trainer->sample);
        trainer->man = memory_room(trainer->man, &trainer->man_room, trainer->men + record.men,
                                   sizeof *trainer->man);
        struct sample *sample = &trainer->sample[trainer->samples++];
        *sample = (struct sample){.from = (size_t)trainer->men,
                                  .score = record.score,
                                  .side = record.side,
                                  .result = record.result,
                                  .men = record.men,
                                  .royal = {CELL_NONE, CELL_NONE}};
        int material = 0;
        for (int i = 0; i < record.men; i++) {
            int side = men[i] / (tables->pieces * tables->cells),
                piece = men[i] / tables->cells % tables->pieces, cell = men[i] % tables->cells;
            trainer->man[trainer->men++] = men[i];
            material += side == record.side ? tables->worth[piece] : -tables->worth[piece];
            if (trainer->evaluator.flags[piece] & SEARCH_ROYAL)
                sample->royal[side] = (cell_t)cell;
        }
        sample->material = (int16_t)material;
    }
    fclose(file);
    return true;
}

static float chance_of(float logit)
{
    return 1 / (1 + expf(-logit));
}

static float target_of(const struct trainer *trainer, const struct sample *sample)
{
    float chance = chance_of((float)sample->score / trainer->unit);
    if (sample->result == RESULT_UNKNOWN)
        return chance;
    return chance + trainer->share * ((float)sample->result / 2 - chance);
}

/* ---- forward and back */

struct pass {
    float sum[2][W], neuron[2][W];
    int stage;
};

/* The inputs that men switch on in the view of the side to move (0) or the other (1). */
static const uint16_t *view_of(const struct net *net, const struct sample *sample, int half)
{
    int view = half ? !sample->side : sample->side;
    return net->seen[view][net_flip(net, sample->royal[view])];
}

static float forward(const struct trainer *trainer, const struct sample *sample, struct pass *pass)
{
    const struct net *net = trainer->net;
    const struct numbers *weights = &trainer->weights;
    float lane[LANES] = {0}, total;
    const uint16_t *man = trainer->man + sample->from;
    pass->stage = sample->men * NET_STAGES / (net->men + 1);
    if (pass->stage >= NET_STAGES)
        pass->stage = NET_STAGES - 1;
    total = weights->out_bias[pass->stage];
    for (int half = 0; half < 2; half++) {
        const uint16_t *seen = view_of(net, sample, half);
        const float *out = weights->out + (pass->stage * 2 + half) * W;
        float *sum = pass->sum[half], *neuron = pass->neuron[half];
        memcpy(sum, weights->bias, sizeof pass->sum[half]);
        for (int i = 0; i < sample->men; i++) {
            const float *restrict row = weights->row + (size_t)seen[man[i]] * W;
            for (int k = 0; k < W; k++)
                sum[k] += row[k];
        }
        for (int k = 0; k < W; k++) {
            float v = sum[k] > 1 ? 1 : sum[k];
            neuron[k] = v < 0 ? 0 : v;
        }
        for (int k = 0; k < W; k += LANES)
            for (int l = 0; l < LANES; l++)
                lane[l] += out[k + l] * neuron[k + l] * neuron[k + l];
    }
    for (int l = 0; l < LANES; l++)
        total += lane[l];
    return total;
}

static void back(struct trainer *trainer, const struct sample *sample, const struct pass *pass,
                 float slope)
{
    const struct net *net = trainer->net;
    const uint16_t *man = trainer->man + sample->from;
    struct numbers *slopes = &trainer->slopes;
    slopes->out_bias[pass->stage] += slope;
    for (int half = 0; half < 2; half++) {
        const uint16_t *seen = view_of(net, sample, half);
        const float *out = trainer->weights.out + (pass->stage * 2 + half) * W,
                    *neuron = pass->neuron[half], *sum = pass->sum[half];
        float *out_slope = slopes->out + (pass->stage * 2 + half) * W, delta[W];
        for (int k = 0; k < W; k++) {
            out_slope[k] += slope * neuron[k] * neuron[k];
            delta[k] = sum[k] < 1 ? 2 * slope * out[k] * neuron[k] : 0; /* neuron: 0 below 0 */
            slopes->bias[k] += delta[k];
        }
        for (int i = 0; i < sample->men; i++) {
            float *restrict row = slopes->row + (size_t)seen[man[i]] * W;
            for (int k = 0; k < W; k++)
                row[k] += delta[k];
        }
    }
}

/* One step of Adam. The numbers stay within what the engine's integers hold. */
static void step(struct trainer *trainer, float rate, int steps, int batch)
{
    float *w = trainer->weights.all, *g = trainer->slopes.all, *m = trainer->mean.all,
          *s = trainer->square.all;
    size_t outs = (size_t)(trainer->weights.out - w), n = trainer->weights.count;
    float first = 1 - powf(0.9f, (float)steps), second = 1 - powf(0.999f, (float)steps);
    for (size_t i = 0; i < n; i++) {
        float slope = g[i] / (float)batch, most = i < outs ? 1.9f : 1.98f;
        m[i] += 0.1f * (slope - m[i]);
        s[i] += 0.001f * (slope * slope - s[i]);
        w[i] -= rate * (m[i] / first) / (sqrtf(s[i] / second) + 1e-8f);
        if (i < n - NET_STAGES)
            w[i] = w[i] > most ? most : w[i] < -most ? -most : w[i];
    }
    memset(g, 0, n * sizeof *g);
}

static bool is_held_out(int index)
{
    return index / 64 % HELD_OUT == 0; /* neighbours are often of the same game */
}

static double loss_of(const struct trainer *trainer)
{
    double sum = 0;
    long n = 0;
    struct pass pass;
    for (int i = 0; i < trainer->samples; i++) {
        const struct sample *sample = &trainer->sample[i];
        if (!is_held_out(i))
            continue;
        double error = chance_of(forward(trainer, sample, &pass)) - target_of(trainer, sample);
        sum += error * error;
        n++;
    }
    return n ? sum / (double)n : 0;
}

static void learn_all(struct trainer *trainer, int epochs)
{
    int n = 0, *order = memory_new((size_t)trainer->samples + 1, sizeof *order), steps = 0;
    struct pass pass;
    for (int i = 0; i < trainer->samples; i++)
        if (!is_held_out(i))
            order[n++] = i;
    int total = epochs * ((n + BATCH - 1) / BATCH);
    for (int epoch = 0; epoch < epochs; epoch++) {
        double sum = 0;
        for (int i = n - 1; i > 0; i--) {
            int j = (int)(random_bits(&trainer->seed) % (uint64_t)(i + 1)), kept = order[i];
            order[i] = order[j];
            order[j] = kept;
        }
        for (int from = 0; from < n; from += BATCH) {
            int to = from + BATCH < n ? from + BATCH : n;
            for (int i = from; i < to; i++) {
                const struct sample *sample = &trainer->sample[order[i]];
                float chance = chance_of(forward(trainer, sample, &pass)),
                      error = chance - target_of(trainer, sample);
                sum += error * error;
                back(trainer, sample, &pass, 2 * error * chance * (1 - chance));
            }
            float gone = (float)steps / (float)total;
            step(trainer, 0.00001f + 0.002f * 0.5f * (1 + cosf(3.14159265f * gone)), ++steps,
                 to - from);
        }
        fprintf(stderr, "epoch %d: %.6f, held out %.6f\n", epoch + 1, sum / n, loss_of(trainer));
    }
    free(order);
}

/* ---- to integers */

static int16_t rounded(float x, int one, int most)
{
    long number = lrintf(x * (float)one);
    return (int16_t)(number > most ? most : number < -most ? -most : number);
}

/* Hundredths of a pawn that stand for 1, by regression of the net's values on the material. */
static int fit_scale(const struct trainer *trainer)
{
    double both = 0, squares = 0;
    struct pass pass;
    for (int i = 0; i < trainer->samples; i += 7) {
        const struct sample *sample = &trainer->sample[i];
        if (abs(sample->material) > 400)
            continue;
        both += sample->material * (double)forward(trainer, sample, &pass);
        squares += (double)sample->material * sample->material;
    }
    return both > 0 ? (int)lrint(squares / both) : 100;
}

static void to_integers(struct trainer *trainer)
{
    struct net *net = trainer->net;
    const struct numbers *weights = &trainer->weights;
    for (int i = 0; i < net->inputs * W; i++)
        net->row[i] = rounded(weights->row[i], NET_ONE, net->most);
    for (int i = 0; i < W; i++)
        net->bias[i] = rounded(weights->bias[i], NET_ONE, net->most);
    for (int i = 0; i < NET_STAGES * 2 * W; i++)
        net->out[i / (2 * W)][i % (2 * W)] = rounded(weights->out[i], NET_OUT_ONE, NET_OUT_MOST);
    for (int i = 0; i < NET_STAGES; i++)
        net->out_bias[i] = (int32_t)lrintf(weights->out_bias[i] * NET_ONE * NET_OUT_ONE);
    net->scale = fit_scale(trainer);
}

/* The mean difference between floats and integers, in hundredths of a pawn. */
static double compare(const struct trainer *trainer)
{
    struct net_memory memory = {0};
    const struct net *net = trainer->net;
    struct pass pass;
    double sum = 0;
    long n = 0;
    net_memory_make(&memory, net);
    for (int i = 0; i < trainer->samples; i += 50) {
        const struct sample *sample = &trainer->sample[i];
        struct search_man men[256];
        for (int k = 0; k < sample->men; k++) {
            int man = trainer->man[sample->from + (size_t)k];
            men[k] = (struct search_man){(cell_t)(man % net->cells),
                                         (uint16_t)(man / net->cells % net->pieces),
                                         (uint8_t)(man / (net->pieces * net->cells))};
        }
        sum += fabs(net->scale * (double)forward(trainer, sample, &pass) -
                    net_value(net, &memory, men, sample->men, sample->royal, sample->side));
        n++;
    }
    net_memory_free(&memory);
    return n ? sum / (double)n : 0;
}

/* Begin with random weights for the inputs that occur, and none for others. */
static void begin_rows(struct trainer *trainer)
{
    const struct net *net = trainer->net;
    float shared[W];
    bool *occurs = memory_new((size_t)net->inputs, sizeof *occurs);
    for (int i = 0; i < trainer->samples; i++)
        for (int k = 0; k < 2 * trainer->sample[i].men; k++)
            occurs[view_of(net, &trainer->sample[i],
                           k % 2)[trainer->man[trainer->sample[i].from + (size_t)k / 2]]] = true;
    for (int i = 0; i < net->inputs * W; i++) {
        if (i % (net->cells * W) < W)
            shared[i % W] = random_within(&trainer->seed, 0.15f);
        if (occurs[i / W])
            trainer->weights.row[i] = shared[i % W] + random_within(&trainer->seed, 0.01f);
    }
    free(occurs);
}

int main(int argc, char **argv)
{
    enum { TEXT_MOST = 1 << 24 };
    struct trainer *trainer = memory_new(1, sizeof *trainer);
    struct note why;
    int epochs = 20, files = 0;
    trainer->seed = 1;
    trainer->unit = 250;
    trainer->share = 0;
    if (argc < 3)
        goto usage;
    if (ruleset_open(&trainer->rules, argv[1], NULL, 0, &why) < 0) {
        fprintf(stderr, "net: %s: %s\n", argv[1], why.text);
        return 2;
    }
    evaluator_make(&trainer->evaluator, trainer->rules, "# nothing learnt\n", NULL);
    trainer->net = net_new(trainer->evaluator.rules, trainer->rules);
    if (!trainer->net) {
        fprintf(stderr, "net: no net for %s\n", argv[1]);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "0";
        if (!strcmp(argv[i], "--epochs"))
            epochs = atoi(value), i++;
        else if (!strcmp(argv[i], "--seed"))
            trainer->seed = (uint64_t)atoll(value), i++;
        else if (!strcmp(argv[i], "--unit"))
            trainer->unit = (float)atof(value), i++;
        else if (!strcmp(argv[i], "--share"))
            trainer->share = (float)atof(value) / 100, i++;
        else if (load(trainer, argv[i]))
            files++;
        else
            goto usage;
    }
    struct numbers *const all[] = {&trainer->weights, &trainer->slopes, &trainer->mean,
                                   &trainer->square};
    for (int i = 0; i < 4; i++)
        numbers_make(all[i], trainer->net);
    begin_rows(trainer);
    for (int i = 0; i < W; i++)
        trainer->weights.bias[i] = 0.3f;
    for (int i = 0; i < 2 * W; i++) {
        float x = random_within(&trainer->seed, 0.15f);
        for (int stage = 0; stage < NET_STAGES; stage++)
            trainer->weights.out[stage * 2 * W + i] = x;
    }
    fprintf(stderr, "%d positions\n", trainer->samples);
    learn_all(trainer, epochs);
    double loss = loss_of(trainer);
    to_integers(trainer);
    char *text = memory_new(TEXT_MOST, 1), head[200];
    net_head(trainer->net, trainer->rules, head, sizeof head);
    net_write(trainer->net, text, TEXT_MOST);
    fprintf(stderr, "integers differ by %.2f\n", compare(trainer));
    printf("# learnt from %d positions in %d files, %d epochs, unit %.0f, share of the result %.0f "
           "%%; mean square error %.5f\n%s%s",
           trainer->samples, files, epochs, (double)trainer->unit, 100 * (double)trainer->share,
           loss, head, text);
    return fflush(stdout) ? 1 : 0;
usage:
    fprintf(stderr, "usage: net VARIANT [--epochs N] [--seed S] [--unit CP] [--share PERCENT] "
                    "FILE...\n");
    return 2;
}
