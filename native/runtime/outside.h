/* What is called from outside. Included at the end of the text of a rule set, which defines lx_state, lx_drive, lx_ask
 * and lx_score. */

#include <stddef.h>

#define LX_OUTSIDE __attribute__((visibility("default")))

static void lx_prepare(lx_run *r, lx_call *call, const lx_state *s)
{
    r->call = call;
    r->telling = call->telling;
    r->asking = call->asking;
    r->ticks = s->reason < 0 ? (unsigned long long)(-1 - (int64_t)s->reason) : 0;
    r->decisions = r->most = 0;
    r->word = r->picks = 0;
    r->span = UINT64_C(1) << 32;
    call->told = 0;
}

/* Go on at a block until play rests; answers LX_RESTS, or LX_FAULTY after a fault. */
LX_OUTSIDE int32_t lx_go(lx_state *s, lx_call *call, int32_t at)
{
    lx_run r;
    lx_prepare(&r, call, s);
    int out = setjmp(r.out);
    if (out) return out == 2 ? LX_UNSURE : LX_FAULTY;
    return lx_drive(&r, s, at);
}

/* -- one decision at a time -------------------------------------------------------------------------------------- */

/* Where a value lies in a state: an offset (none below 0) and how many bytes it has there. */
typedef struct lx_place {
    int32_t at, size;
} lx_place;

/* An alternative of a decision, as the contract has it, and the block where play goes on. */
enum { LX_ONE, LX_EACH, LX_RANGE };
typedef struct lx_way {
    int32_t form, block;
    lx_place over, until, to;
} lx_way;

/* A game that is played on decision by decision; shared with Python. `first` says by point where its ways begin. */
typedef struct lx_hand {
    const lx_way *ways;
    const int32_t *first;
    lx_call call;
    int32_t points, count; /* how many points there are, and options where play waits */
    lx_state state;
} lx_hand;

_Static_assert(offsetof(lx_hand, state) == 72 && offsetof(lx_state, generator) == 8 && offsetof(lx_state, reason) == 16,
               "Python knows where these lie");

static int32_t lx_read(const lx_state *s, lx_place from)
{
    const char *at = (const char *)s + from.at;
    int32_t word = 0;
    if (from.size == 1) return *(const int8_t *)at;
    if (from.size == 2) {
        int16_t half = 0;
        memcpy(&half, at, sizeof half);
        return half;
    }
    memcpy(&word, at, sizeof word);
    return word;
}

static void lx_write(lx_state *s, lx_place to, int32_t value)
{
    int8_t byte = (int8_t)value;
    int16_t half = (int16_t)value;
    const void *from = to.size == 1 ? (const void *)&byte : to.size == 2 ? (const void *)&half : (const void *)&value;
    if (to.at >= 0) memcpy((char *)s + to.at, from, (size_t)to.size);
}

static uint64_t lx_word(const lx_state *s, lx_place from, int32_t number)
{
    uint64_t word;
    memcpy(&word, (const char *)s + from.at + 8 * number, sizeof word);
    return word;
}

/* How many options an alternative has. */
static int64_t lx_offers(const lx_state *s, const lx_way *way)
{
    int64_t count = 0;
    if (way->form == LX_EACH)
        for (int32_t n = 0; n < way->over.size / 8; n++) count += lx_count(lx_word(s, way->over, n));
    else if (way->form == LX_RANGE)
        count = (int64_t)lx_read(s, way->until) - lx_read(s, way->over) + 1;
    else
        count = way->over.at < 0 || lx_read(s, way->over);
    return count < 0 ? 0 : count;
}

/* Element number `k` of an alternative. */
static int32_t lx_element(const lx_state *s, const lx_way *way, uint32_t k)
{
    if (way->form == LX_RANGE) return (int32_t)(lx_read(s, way->over) + (int64_t)k);
    if (way->form == LX_ONE) return 0;
    for (int32_t n = 0; n < way->over.size / 8; n++) {
        uint64_t word = lx_word(s, way->over, n);
        uint32_t here = (uint32_t)lx_count(word);
        if (k < here) return 64 * n + lx_nth(word, k);
        k -= here;
    }
    return -1;
}

/* The ways of the point where play waits. */
static const lx_way *lx_ways(const lx_hand *hand, int32_t *count)
{
    const int32_t point = hand->state.point;
    const int waits = point >= 0 && point < hand->points;
    *count = waits ? hand->first[point + 1] - hand->first[point] : 0;
    return waits ? hand->ways + hand->first[point] : hand->ways;
}

/* Count the options where play waits; there are none when the game is over. */
LX_OUTSIDE int32_t lx_look(lx_hand *hand)
{
    int32_t ways;
    int64_t count = 0;
    const lx_way *way = lx_ways(hand, &ways);
    for (int32_t n = 0; n < ways; n++) count += lx_offers(&hand->state, &way[n]);
    return hand->count = count > INT32_MAX ? INT32_MAX : (int32_t)count;
}

/* Write down the options: of each the number of its alternative, and the element. */
LX_OUTSIDE int32_t lx_list(const lx_hand *hand, int32_t *row)
{
    int32_t ways;
    const lx_way *way = lx_ways(hand, &ways);
    for (int32_t n = 0; n < ways; n++, way++) {
        const int32_t words = way->form == LX_EACH ? way->over.size / 8 : 0;
        for (int32_t at = 0; at < words; at++)
            for (uint64_t rest = lx_word(&hand->state, way->over, at); rest; rest &= rest - 1) {
                *row++ = n;
                *row++ = 64 * at + lx_some(rest);
            }
        const int64_t count = words ? 0 : lx_offers(&hand->state, way);
        for (int64_t k = 0; k < count; k++) {
            *row++ = n;
            *row++ = lx_element(&hand->state, way, (uint32_t)k);
        }
    }
    return 0;
}

/* Play on at a block to the next decision, and count its options; or answer what went wrong. Where only the whole text can
 * tell, the state is as it was, and `value` is the block. */
LX_OUTSIDE int32_t lx_on(lx_hand *hand, int32_t block)
{
    lx_run r;
    const lx_state before = hand->state;
    lx_prepare(&r, &hand->call, &before);
    int out = setjmp(r.out);
    if (out == 2) {
        hand->state = before;
        hand->call.value = block;
    }
    if (out) return out == 2 ? LX_UNSURE : LX_FAULTY;
    int32_t answer = lx_drive(&r, &hand->state, block);
    return answer == LX_RESTS ? lx_look(hand) : answer;
}

/* Take an option, by its alternative and element, and play on. */
LX_OUTSIDE int32_t lx_choose(lx_hand *hand, int32_t number, int32_t element)
{
    int32_t ways;
    const lx_way *way = lx_ways(hand, &ways);
    if (number < 0 || number >= ways) return LX_LOST;
    lx_write(&hand->state, way[number].to, element);
    return lx_on(hand, way[number].block);
}

/* Take option number `k` and play on. */
LX_OUTSIDE int32_t lx_take(lx_hand *hand, uint32_t k)
{
    int32_t ways;
    const lx_way *way = lx_ways(hand, &ways);
    for (int32_t n = 0; n < ways; n++, way++) {
        int64_t count = lx_offers(&hand->state, way);
        if (k < count) {
            lx_write(&hand->state, way->to, lx_element(&hand->state, way, k));
            return lx_on(hand, way->block);
        }
        k -= (uint32_t)count;
    }
    return LX_LOST;
}

/* -- what is asked, and whole games ------------------------------------------------------------------------------ */

/* The value of a pure function, in words. */
LX_OUTSIDE int32_t lx_value(const lx_state *s, lx_call *call, int32_t function, const uint64_t *args, uint64_t *result)
{
    lx_run r;
    lx_prepare(&r, call, s);
    r.ticks = 0;
    int out = setjmp(r.out);
    if (out) return out == 2 ? LX_UNSURE : LX_FAULTY;
    return lx_ask(&r, s, function, args, result) ? LX_RESTS : LX_LOST;
}

/* How a game came out. */
typedef struct lx_game {
    uint64_t generator; /* its first state: what its seed says */
    int64_t value;      /* what goes with a fault */
    uint32_t decisions;
    int32_t answer; /* LX_RESTS, LX_FAULTY, or LX_UNSURE where the whole text must be asked */
    int32_t reason, point;
    int32_t fault, padding;
} lx_game;

/* The generator of a game's picks, behind its first step. */
LX_INLINE uint64_t lx_begin(const lx_game *game)
{
    return lx_mix(game->generator ^ UINT64_C(0x7069636B73)) + LX_STEP; /* "picks" */
}

/* Many games from one state at random, game after game. What each begins with stands in `games`; picks are drawn from
 * a generator of their own, which follows from the game's. `scores` and `finals` are filled unless they are null. */
LX_OUTSIDE int32_t lx_play(const lx_state *from, lx_call *call, int32_t at, uint32_t most, uint64_t count,
                           lx_game *games, int32_t *scores, uint32_t scores_each, lx_state *finals)
{
    lx_run r;
    lx_state own;
    volatile uint64_t number = 0;
    volatile int scoring = 0;
    lx_prepare(&r, call, from);
    const unsigned long long ticks = r.ticks;
    int out = setjmp(r.out);
    if (out) {
        lx_game *faulty = &games[number];
        const lx_state *end = finals ? &finals[number] : &own;
        faulty->answer = out == 2 ? LX_UNSURE : scoring ? LX_RESTS : LX_FAULTY;
        faulty->fault = out == 2 ? -1 : call->fault;
        faulty->value = call->value;
        faulty->decisions = r.decisions;
        faulty->point = end->point;
        faulty->reason = end->reason;
        number = number + 1;
    }
    r.most = most;
    /* The first word of a game's picks, worked out while the game before is played. */
    uint64_t picks = number < count ? lx_begin(&games[number]) : 0, word = lx_mix(picks);
    for (uint64_t n = number; n < count; n++) {
        lx_game *game = &games[n];
        lx_state *s = finals ? &finals[n] : &own;
        number = n;
        scoring = 0;
        *s = *from;
        s->generator = game->generator;
        r.ticks = ticks;
        r.decisions = 0;
        r.picks = picks;
        r.word = word;
        r.span = 1;
        picks = lx_begin(game + (n + 1 < count));
        word = lx_mix(picks);
        game->fault = -1;
        game->answer = lx_drive(&r, s, at);
        game->decisions = r.decisions;
        game->reason = s->reason;
        game->point = s->point;
        if (scores && s->point == -1 && game->answer == LX_RESTS) {
            r.ticks = 0;
            scoring = 1;
            lx_score(&r, s, scores + n * scores_each);
        }
    }
    return LX_RESTS;
}
