/* What is called from outside. Included at the end of the text of a rule set, which defines lx_state, lx_drive, lx_ask
 * and lx_score. */

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

/* Take option `k` of the `count` there are where play waits, and go on to the next decision; without a `count` go on at a
 * block, or only look (-1). Answers how many options there are then (0: the game is over), or what went wrong; the state
 * is as it was where only the whole text can tell. */
LX_OUTSIDE int64_t lx_step(lx_state *s, lx_call *call, int32_t at, uint32_t points, uint32_t k, uint32_t count)
{
    lx_run r;
    const lx_state before = *s;
    lx_prepare(&r, call, s);
    int out = setjmp(r.out);
    if (out) {
        if (out == 2) *s = before;
        return out == 2 ? LX_UNSURE : LX_FAULTY;
    }
    if (count) {
        /* The word that makes the pick come out as `k`. */
        r.word = (uint64_t)((((unsigned __int128)k << 64) + (count - 1)) / count);
        r.span = 1;
        r.most = 1;
    }
    r.offered = 0;
    int32_t answer = lx_drive(&r, s, at >= 0 ? at : (int32_t)points + s->point);
    return answer != LX_RESTS ? answer : s->point < 0 ? 0 : (int64_t)r.offered;
}

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
