/* What the C text of every rule set stands on: sets, division, chance, faults, events, and random play.
 *
 * Before it includes this file, a text defines LX_BUDGET, LX_WIDE (the sets of several words that it needs) and
 * LX_SCRATCH (the registers that travel between its functions). LX_ALONE and LX_KEEP are told of below.
 * Everything is static, so that the compiler sees all of a game at once. No operation here has undefined behaviour for
 * values that a well-formed program computes: shifts are masked, sums are made in 64 bits and narrowed. */
#ifndef LUDEX_H
#define LUDEX_H

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LX_UNUSED __attribute__((unused))
#define LX_INLINE static inline __attribute__((always_inline, unused))
#define LX_CALLED static __attribute__((noinline, unused))
#define LX_RARE(test) __builtin_expect(!!(test), 0)

/* What play answers where it does not go on at a block. */
enum { LX_RESTS = -1, LX_FAULTY = -2, LX_LOST = -3, LX_UNSURE = -4 };

/* One call from outside: how to play, and what came of it. The first part is shared with Python. */
typedef struct lx_call {
    int32_t telling, asking;
    int32_t fault, padding;
    int64_t value;
    uint64_t told, room;
    uint64_t *events;
} lx_call;

/* -- numbers ----------------------------------------------------------------------------------------------------- */

LX_INLINE int32_t lx_add(int32_t a, int32_t b) { return (int32_t)((int64_t)a + b); }
LX_INLINE int32_t lx_sub(int32_t a, int32_t b) { return (int32_t)((int64_t)a - b); }
LX_INLINE int32_t lx_mul(int32_t a, int32_t b) { return (int32_t)((int64_t)a * b); }
LX_INLINE int32_t lx_min(int32_t a, int32_t b) { return a < b ? a : b; }
LX_INLINE int32_t lx_max(int32_t a, int32_t b) { return a > b ? a : b; }

/* Division towards the lower number; the divisor is not 0. */
LX_INLINE int32_t lx_div(int32_t a, int32_t b)
{
    int64_t whole = (int64_t)a / b;
    return (int32_t)(whole - ((int64_t)a % b != 0 && (a < 0) != (b < 0)));
}

LX_INLINE int32_t lx_mod(int32_t a, int32_t b)
{
    int64_t rest = (int64_t)a % b;
    return (int32_t)(rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
}

/* -- sets of up to 64 elements ----------------------------------------------------------------------------------- */

LX_INLINE uint64_t lx_single(int32_t e) { return (uint64_t)1 << (e & 63); }
LX_INLINE uint64_t lx_single_or_none(int32_t e) { return (uint64_t)(e >= 0) << (e & 63); }
LX_INLINE int32_t lx_has(uint64_t x, int32_t e) { return (int32_t)(x >> (e & 63) & 1); }
LX_INLINE int32_t lx_has_or_none(uint64_t x, int32_t e) { return (int32_t)(x >> (e & 63) & (uint64_t)(e >= 0)); }
LX_INLINE int32_t lx_count(uint64_t x) { return __builtin_popcountll(x); }
LX_INLINE int32_t lx_some(uint64_t x) { return __builtin_ctzll(x); } /* of a set that is not empty */
LX_INLINE int32_t lx_last(uint64_t x) { return 63 - __builtin_clzll(x); } /* the same */
LX_INLINE int32_t lx_first(uint64_t x) { return x ? __builtin_ctzll(x) : -1; }
LX_INLINE uint64_t lx_rest(uint64_t x) { return x & (x - 1); }

/* The element with so many below it, as a set; there is one. */
LX_INLINE uint64_t lx_nth_alone(uint64_t x, uint32_t n)
{
#if defined(__BMI2__) && defined(__x86_64__)
    return __builtin_ia32_pdep_di((uint64_t)1 << (n & 63), x);
#else
    for (; n; n--) x &= x - 1;
    return x & -x;
#endif
}

/* All places behind the element that stands alone in a set. */
LX_INLINE uint64_t lx_after(uint64_t alone) { return ~(alone | (alone - 1)); }

LX_INLINE int32_t lx_only(uint64_t x)
{
#if defined(__BMI__) && defined(__x86_64__)
    return (int32_t)(__builtin_ia32_tzcnt_u64(x) & 63);
#else
    return x ? __builtin_ctzll(x) : 0;
#endif
}

LX_INLINE int32_t lx_nth(uint64_t x, uint32_t n) { return lx_only(lx_nth_alone(x, n)); }

/* The lowest `n` elements, or all. */
LX_INLINE uint64_t lx_least(uint64_t x, int32_t n)
{
    uint64_t found = 0;
    if (n > 63) return x;
#if defined(__BMI2__) && defined(__x86_64__)
    found = __builtin_ia32_pdep_di(((uint64_t)1 << (n > 0 ? n : 0)) - 1, x);
#else
    for (; n > 0 && x; n--, x &= x - 1) found |= x & -x;
#endif
    return found;
}

/* One step along a relation, element by element. */
LX_INLINE uint64_t lx_shift(const uint64_t *table, uint64_t x)
{
    uint64_t found = 0;
    for (; x; x &= x - 1) found |= table[__builtin_ctzll(x)];
    return found;
}

/* The lowest of each kind; a kind is given by all its elements. */
LX_INLINE uint64_t lx_distinct(const uint64_t *kinds, uint64_t x)
{
    uint64_t found = 0;
    while (x) {
        found |= x & -x;
        x &= ~kinds[__builtin_ctzll(x)];
    }
    return found;
}

/* The same where the elements of a kind stand side by side, told by the first and the last one of each: counted down from
 * the last to the first, a kind changes up to its lowest element, and never borrows from the next. */
LX_INLINE uint64_t lx_lowest(uint64_t x, uint64_t firsts, uint64_t lasts) { return x & ~((x | lasts) - firsts); }

/* Several sets at once, for the same steps in several directions. */
typedef uint64_t lx_lanes __attribute__((vector_size(32)));

LX_INLINE lx_lanes lx_all(uint64_t x) { return (lx_lanes){x, x, x, x}; }
LX_INLINE uint64_t lx_together(lx_lanes v) { return v[0] | v[1] | v[2] | v[3]; }

/* -- sets of more elements --------------------------------------------------------------------------------------- */

/* Written for two words into where they are used, for more as functions, so that programs stay small. */
#define LX_SETS(N, HOW)                                                                                                \
    typedef struct { uint64_t w[N]; } lx_set##N;                                                                       \
    HOW lx_set##N lx##N##_union(lx_set##N a, lx_set##N b)                                                              \
    {                                                                                                                  \
        for (int i = 0; i < N; i++) a.w[i] |= b.w[i];                                                                  \
        return a;                                                                                                      \
    }                                                                                                                  \
    HOW lx_set##N lx##N##_meet(lx_set##N a, lx_set##N b)                                                               \
    {                                                                                                                  \
        for (int i = 0; i < N; i++) a.w[i] &= b.w[i];                                                                  \
        return a;                                                                                                      \
    }                                                                                                                  \
    HOW lx_set##N lx##N##_minus(lx_set##N a, lx_set##N b)                                                              \
    {                                                                                                                  \
        for (int i = 0; i < N; i++) a.w[i] &= ~b.w[i];                                                                 \
        return a;                                                                                                      \
    }                                                                                                                  \
    HOW int32_t lx##N##_eq(lx_set##N a, lx_set##N b)                                                                   \
    {                                                                                                                  \
        uint64_t other = 0;                                                                                            \
        for (int i = 0; i < N; i++) other |= a.w[i] ^ b.w[i];                                                          \
        return other == 0;                                                                                             \
    }                                                                                                                  \
    HOW int32_t lx##N##_any(lx_set##N a)                                                                               \
    {                                                                                                                  \
        uint64_t found = 0;                                                                                            \
        for (int i = 0; i < N; i++) found |= a.w[i];                                                                   \
        return found != 0;                                                                                             \
    }                                                                                                                  \
    HOW lx_set##N lx##N##_single_or_none(int32_t e)                                                                    \
    {                                                                                                                  \
        lx_set##N found = {{0}};                                                                                       \
        for (int i = 0; i < N; i++) found.w[i] = (uint64_t)(e >= 0 && e >> 6 == i) << (e & 63);                        \
        return found;                                                                                                  \
    }                                                                                                                  \
    HOW int32_t lx##N##_has_or_none(lx_set##N a, int32_t e)                                                            \
    {                                                                                                                  \
        return e < 0 || e >= 64 * N ? 0 : (int32_t)(a.w[e >> 6] >> (e & 63) & 1);                                      \
    }                                                                                                                  \
    HOW int32_t lx##N##_count(lx_set##N a)                                                                             \
    {                                                                                                                  \
        int32_t found = 0;                                                                                             \
        for (int i = 0; i < N; i++) found += __builtin_popcountll(a.w[i]);                                             \
        return found;                                                                                                  \
    }                                                                                                                  \
    HOW int32_t lx##N##_first(lx_set##N a)                                                                             \
    {                                                                                                                  \
        for (int i = 0; i < N; i++)                                                                                    \
            if (a.w[i]) return 64 * i + __builtin_ctzll(a.w[i]);                                                       \
        return -1;                                                                                                     \
    }                                                                                                                  \
    HOW lx_set##N lx##N##_rest(lx_set##N a)                                                                            \
    {                                                                                                                  \
        for (int i = 0; i < N; i++)                                                                                    \
            if (a.w[i]) {                                                                                              \
                a.w[i] &= a.w[i] - 1;                                                                                  \
                break;                                                                                                 \
            }                                                                                                          \
        return a;                                                                                                      \
    }                                                                                                                  \
    HOW lx_set##N lx##N##_nth_alone(lx_set##N a, uint32_t n)                                                           \
    {                                                                                                                  \
        lx_set##N found = {{0}};                                                                                       \
        if (N == 2) { /* in which word it is, nobody can foresee: so without a jump */                                 \
            uint32_t here = (uint32_t)__builtin_popcountll(a.w[0]);                                                    \
            uint64_t above = -(uint64_t)(n >= here);                                                                   \
            uint64_t one = lx_nth_alone(a.w[0] ^ ((a.w[0] ^ a.w[1]) & above), n - (here & (uint32_t)above));           \
            found.w[0] = one & ~above;                                                                                 \
            found.w[1] = one & above;                                                                                  \
            return found;                                                                                              \
        }                                                                                                              \
        for (int i = 0; i < N; i++) {                                                                                  \
            uint32_t here = (uint32_t)__builtin_popcountll(a.w[i]);                                                    \
            if (n < here) {                                                                                            \
                found.w[i] = lx_nth_alone(a.w[i], n);                                                                  \
                break;                                                                                                 \
            }                                                                                                          \
            n -= here;                                                                                                 \
        }                                                                                                              \
        return found;                                                                                                  \
    }                                                                                                                  \
    HOW int32_t lx##N##_only(lx_set##N a)                                                                              \
    {                                                                                                                  \
        uint64_t any = 0;                                                                                              \
        int32_t high = 0;                                                                                              \
        for (int i = 0; i < N; i++) {                                                                                  \
            any |= a.w[i];                                                                                             \
            high += a.w[i] ? 64 * i : 0;                                                                               \
        }                                                                                                              \
        return high + lx_only(any);                                                                                    \
    }                                                                                                                  \
    HOW int32_t lx##N##_nth(lx_set##N a, uint32_t n) { return lx##N##_only(lx##N##_nth_alone(a, n)); }                 \
    /* The part of a set that a mask leaves, moved up by so many places, or down. */                                   \
    HOW lx_set##N lx##N##_moved(lx_set##N a, lx_set##N mask, int by)                                                   \
    {                                                                                                                  \
        lx_set##N found = {{0}};                                                                                       \
        int far = (by < 0 ? -by : by) >> 6, near = (by < 0 ? -by : by) & 63;                                           \
        for (int i = 0; i < N; i++) a.w[i] &= mask.w[i];                                                               \
        for (int i = 0; i < N; i++) {                                                                                  \
            int from = by < 0 ? i + far : i - far, next = by < 0 ? from + 1 : from - 1;                                \
            uint64_t low = from >= 0 && from < N ? a.w[from] : 0;                                                      \
            uint64_t high = near && next >= 0 && next < N ? a.w[next] : 0;                                             \
            found.w[i] = by < 0 ? low >> near | (near ? high << ((64 - near) & 63) : 0)                                \
                                : low << near | (near ? high >> ((64 - near) & 63) : 0);                               \
        }                                                                                                              \
        return found;                                                                                                  \
    }                                                                                                                  \
    HOW lx_set##N lx##N##_distinct(const lx_set##N *kinds, lx_set##N a)                                                \
    {                                                                                                                  \
        lx_set##N found = {{0}};                                                                                       \
        for (int32_t e = lx##N##_first(a); e >= 0; e = lx##N##_first(a)) {                                             \
            found.w[e >> 6] |= (uint64_t)1 << (e & 63);                                                                \
            a = lx##N##_minus(a, kinds[e]);                                                                            \
        }                                                                                                              \
        return found;                                                                                                  \
    }

LX_WIDE

/* -- a run ------------------------------------------------------------------------------------------------------- */

typedef struct lx_run {
    lx_call *call;
    unsigned long long ticks; /* taken since the last decision */
    int32_t telling, asking;
    int32_t picking;          /* whether decisions are made here, at random */
    uint32_t decisions, most; /* made in this game, and how many may be made */
    uint64_t word, span;      /* what is left of the last word drawn for picks, and how much of it is used up */
    uint64_t picks;           /* the generator of picks */
    jmp_buf out;
    LX_SCRATCH
} lx_run;

/* -- faults ------------------------------------------------------------------------------------------------------ */

static __attribute__((noreturn, noinline, cold, unused)) void lx_fault(lx_run *r, int32_t site, int64_t value)
{
    r->call->fault = site;
    r->call->value = value;
    longjmp(r->out, 1);
}

/* So many rounds that the budget might be used up: the text that counts every step must say. */
static __attribute__((noreturn, noinline, cold, unused)) void lx_unsure(lx_run *r) { longjmp(r->out, 2); }

/* -- chance ------------------------------------------------------------------------------------------------------ */

#define LX_STEP UINT64_C(0x9E3779B97F4A7C15)

LX_INLINE uint64_t lx_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* A number below `bound`, which fits 33 bits; one outcome uses no draw. */
LX_INLINE uint64_t lx_below(uint64_t *generator, uint64_t bound)
{
    if (bound <= 1) return 0;
    for (;;) {
        *generator += LX_STEP;
        unsigned __int128 product = (unsigned __int128)lx_mix(*generator) * bound;
        uint64_t low = (uint64_t)product;
        if (low >= bound || low >= -bound % bound) return (uint64_t)(product >> 64);
    }
}

/* -- events ------------------------------------------------------------------------------------------------------ */

/* Room for an event of so many words; its number is written first. */
static LX_UNUSED uint64_t *lx_event(lx_run *r, uint64_t site, uint64_t words)
{
    lx_call *call = r->call;
    if (call->told + words + 1 > call->room) {
        uint64_t room = 2 * call->room + words + 64;
        uint64_t *events = realloc(call->events, room * sizeof *events);
        if (!events) abort();
        call->events = events;
        call->room = room;
    }
    uint64_t *at = call->events + call->told;
    call->told += words + 1;
    *at = site;
    return at + 1;
}

LX_INLINE uint64_t *lx_tell(uint64_t *at, const void *words, size_t count)
{
    memcpy(at, words, count * sizeof *at);
    return at + count;
}

/* -- picks: decisions made at random ----------------------------------------------------------------------------- */

/* A number below `count` for a decision. Several picks share one drawn word, as long as no more than 32 of its bits
 * are used up; so each number is as likely as the others to one part in 2^32. */
LX_INLINE uint32_t lx_pick(uint64_t *picks, uint64_t *word, uint64_t *span, uint32_t count)
{
    uint64_t used = *span * count;
    if (LX_RARE(used >> 32)) {
        *picks += LX_STEP;
        *word = lx_mix(*picks);
        used = count;
    }
    *span = used;
    unsigned __int128 product = (unsigned __int128)*word * count;
    *word = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

/* What a group of blocks has in variables while it runs, so that play need not look for it in memory. Where
 * nothing else can be a fault or count steps (LX_ALONE is 1), this is so for steps, and LX_KEEP writes back the fields
 * of the state that are in variables. */
#define LX_ENTER                                                                                                       \
    uint64_t word = r->word, span = r->span, picks = r->picks;                                                         \
    uint32_t decisions = r->decisions;                                                                                 \
    LX_UNUSED unsigned long long ticks = r->ticks;                                                                     \
    LX_UNUSED uint64_t last = 0; /* how many options the last decision had */                                          \
    int32_t lx_answer;                                                                                                 \
    uint64_t k

#define LX_LEAVE(answer)                                                                                               \
    do {                                                                                                               \
        lx_answer = (answer);                                                                                          \
        goto lx_leave;                                                                                                 \
    } while (0)

#define LX_SAVE                                                                                                        \
    do {                                                                                                               \
        LX_KEEP;                                                                                                       \
        r->decisions = decisions;                                                                                      \
        if (LX_ALONE) r->ticks = ticks;                                                                                \
    } while (0)

#define LX_DONE                                                                                                        \
    lx_leave:                                                                                                          \
    r->word = word;                                                                                                    \
    r->span = span;                                                                                                    \
    r->picks = picks;                                                                                                  \
    LX_SAVE;                                                                                                           \
    return lx_answer

/* How many options there are (fewer than 2^31), if it is as many as was supposed: then what follows need not wait until
 * they are counted. A compiler, which sees that the numbers are the same, is kept from taking one for the other. */
#define LX_GUESS(count, guess)                                                                                         \
    do {                                                                                                               \
        uint64_t lx_guess = (guess), lx_told = lx_guess;                                                               \
        __asm__("" : "+r"(lx_told));                                                                                   \
        if (__builtin_expect((count) == lx_told, 1)) {                                                                 \
            count = lx_guess;                                                                                          \
            __asm__("" : "+r"(count));                                                                                 \
            if ((count) >> 31) __builtin_unreachable();                                                                \
        }                                                                                                              \
    } while (0)

#define LX_PICK(count)                                                                                                 \
    k = lx_pick(&picks, &word, &span, (uint32_t)((count) >> 31 ? UINT32_C(1) << 31 : (count)));                        \
    last = (count);                                                                                                    \
    decisions++;                                                                                                       \
    if (LX_ALONE) ticks = 0; else r->decisions = decisions, r->ticks = 0

#endif
