/* The rules of benches/machine.rs in C, with the same generator (xoshiro256++) and unbiased dice.
   Prints the processor time of a trial in microseconds, and a mean that must agree with the rule file. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static uint64_t state[4] = {1, 2, 3, 4};

static uint64_t turned(uint64_t x, int k) { return x << k | x >> (64 - k); }

static uint64_t word(void) {
    uint64_t result = turned(state[0] + state[3], 23) + state[0], t = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = turned(state[3], 45);
    return result;
}

static int64_t roll(uint64_t sides) {
    unsigned __int128 product = (unsigned __int128)word() * sides;
    if ((uint64_t)product < sides) {
        uint64_t refused = -sides % sides;
        while ((uint64_t)product < refused) product = (unsigned __int128)word() * sides;
    }
    return (int64_t)(product >> 64) + 1;
}

/* Kept from being computed at compile time. */
static volatile int64_t seven = 7, eleven = 11;

static int64_t arithmetic(void) {
    int64_t s = 1, times = seven, by = eleven;
    for (int64_t i = 0; i < 1000; i++) s = (s * times + i) % by;
    return s;
}

static int64_t rolls(void) {
    int64_t s = 0;
    for (int i = 0; i < 100; i++) s += roll(6);
    return s;
}

static int64_t wing(void) {
    static const int qualities[4] = {3, 4, 4, 5};
    int64_t done = 0, penalty = 0;
    for (int i = 0; i < 4; i++) {
        int64_t n = 3 - penalty < 1 ? 1 : 3 - penalty, won = 0;
        for (int64_t k = 0; k < n; k++) won += roll(6) >= qualities[i];
        done += won;
        penalty = won > 0 ? n - won : 0;
        if (won == 0 && n > 1) break;
    }
    return done;
}

static int64_t advance(int64_t place, int64_t faces) {
    for (;;) {
        int64_t face = roll(faces);
        place += face;
        if (face < faces) return place < 30 ? place : 30;
    }
}

static int64_t race(void) {
    int64_t us = 0, them = 0, n = 0;
    while (us < 30 && them < 30) {
        n++;
        us = advance(us, 6);
        them = advance(them, 8);
    }
    return n;
}

static int64_t successes(int64_t n, int64_t least) {
    int64_t found = 0;
    for (int64_t i = 0; i < n; i++) found += roll(6) >= least;
    return found;
}

static int64_t losses(int64_t attackers, int64_t targets) {
    int64_t hits = successes(attackers, 4), down = hits - successes(hits, 5);
    if (down > targets) down = targets;
    if (0 < down && down < targets && roll(6) + roll(6) > 7 - down) down++;
    return down;
}

static int64_t battle(void) {
    int64_t us = 10, them = 10, n = 0;
    while (us > 0 && them > 0) {
        n++;
        int64_t ours = losses(them, us), theirs = losses(us, them);
        us -= ours;
        them -= theirs;
    }
    return n;
}

static void measure(const char *name, int64_t (*rule)(void), long trials) {
    int64_t total = 0;
    clock_t begun = clock();
    for (long i = 0; i < trials; i++) total += rule();
    double took = (double)(clock() - begun) / CLOCKS_PER_SEC;
    printf("%s %.4f %.3f\n", name, took / trials * 1e6, (double)total / trials);
}

int main(int n, char **names) {
    struct { const char *name; int64_t (*rule)(void); long trials; } rules[] = {
        {"arithmetic", arithmetic, 100000}, {"rolls", rolls, 500000}, {"wing", wing, 3000000},
        {"race", race, 3000000}, {"battle", battle, 1000000}};
    for (int i = 0; i < 5; i++)
        if (n < 2 || !strcmp(names[1], rules[i].name)) measure(rules[i].name, rules[i].rule, rules[i].trials);
    return 0;
}
