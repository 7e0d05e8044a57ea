//! Scenarios whose pictures are hard to draw: long names, many outcomes, tiny chances, one value,
//! sixty values, negative numbers, names on axes, many panels.

/// Names, rule files and scenarios.
pub(super) const UGLY: [(&str, &str, &str); 30] = [
    (
        "jackpot",
        "\"\"\"A jackpot\"\"\"\np = decimal(0.001, 0, 1, \"chance\")\nfell = flag(\"Jackpot\", yes = \"the jackpot falls\", no = \"no jackpot\")\n\
         def trial():\n    record(fell, chance(p))\n",
        "[sweep]\np = [0.000000001, 0.0000001, 0.00001, 0.001]\n[[ask]]\nlabel = \"Jackpot\"\nvalue = \"P(fell)\"\n",
    ),
    (
        "red-blue-green",
        "\"\"\"A bag of marbles\"\"\"\nreds = whole(2, 0, 9, \"red marbles\")\n\
         drawn = category(\"Marble\", red = success, blue = failure, green = neutral)\n\
         def trial():\n    n = roll(reds + 4)\n    record(drawn, \"red\" if n <= reds else \"blue\" if n <= reds + 1 else \"green\")\n",
        "[sweep]\nreds = [1, 2, 3, 4, 5]\n[[ask]]\nlabel = \"Red\"\nvalue = \"P(drawn = red)\"\n",
    ),
    (
        "all-colours",
        "\"\"\"A wheel of colours\"\"\"\n\
         wheel = category(\"Wheel\", black = neutral, white = neutral, red = neutral, yellow = neutral, orange = neutral, pink = neutral, blue = neutral, brown = neutral)\n\
         def trial():\n    n = roll(20)\n    record(wheel, \"black\" if n <= 5 else \"white\" if n <= 9 else \"red\" if n <= 12 else \"yellow\" if n <= 14 else \"orange\" if n <= 16 else \"pink\" if n <= 18 else \"blue\" if n <= 19 else \"brown\")\n",
        "",
    ),
    (
        "neutral-outcomes",
        "\"\"\"A fork in the road\"\"\"\nbias = whole(3, 1, 9, \"bias\")\n\
         way = category(\"Way taken\", north = neutral, east = neutral, south = neutral, west = neutral)\n\
         def trial():\n    n = roll(bias + 9)\n    record(way, \"north\" if n <= bias else \"east\" if n <= bias + 3 else \"south\" if n <= bias + 6 else \"west\")\n",
        "[sweep]\nbias = [1, 3, 5, 9]\n[[charts]]\nkind = \"stacked\"\n",
    ),
    (
        "weapons",
        "\"\"\"Weapons against armour\"\"\"\n\
         weapon = one_of(\"Zweihänder\", \"short sword\", \"longbow of the northern elves\", \"bare hands\", help = \"weapon\")\n\
         armour = one_of(\"none\", \"chain mail\", \"full plate with shield and helmet\", help = \"armour\")\n\
         dead = flag(\"Dead\", yes = \"the target dies\", no = \"the target lives\")\n\
         def trial():\n    need = 2 if weapon == \"Zweihänder\" else 5 if weapon == \"short sword\" else 4 if weapon == \"longbow of the northern elves\" else 7\n\
         \x20   need = need if armour == \"none\" else need + 2 if armour == \"chain mail\" else need + 4\n    record(dead, roll(6) >= need)\n",
        "[sweep]\nweapon = [\"Zweihänder\", \"short sword\", \"longbow of the northern elves\", \"bare hands\"]\n\
         armour = [\"none\", \"chain mail\", \"full plate with shield and helmet\"]\n\
         [[charts]]\nkind = \"lines\"\nmetric = \"dead\"\n[[charts]]\nkind = \"heatmap\"\nmetric = \"dead\"\n",
    ),
    (
        "named-bars",
        "\"\"\"Gladiators\"\"\"\n\
         hero = one_of(\"Flavius the Unconquered\", \"Retiarius\", \"Donaudampfschifffahrtskapitän\", \"Al\", help = \"gladiator\")\n\
         score = count(\"Points of fame\")\n\
         def trial():\n    bonus = 0 if hero == \"Al\" else 2 if hero == \"Retiarius\" else 5 if hero == \"Flavius the Unconquered\" else 3\n    record(score, roll(6) + bonus)\n",
        "[sweep]\nhero = [\"Flavius the Unconquered\", \"Retiarius\", \"Donaudampfschifffahrtskapitän\", \"Al\"]\n\
         [[ask]]\nlabel = \"Points of fame\"\nvalue = \"mean(score)\"\n[[charts]]\nkind = \"lines\"\nmetric = \"score\"\n",
    ),
    (
        "named-goal",
        "\"\"\"Doors\"\"\"\ndoor = one_of(\"oak\", \"iron\", \"glass\", help = \"door\")\nopen = flag(\"Open\", yes = \"the door opens\", no = \"it stays shut\")\n\
         def trial():\n    record(open, roll(6) >= (3 if door == \"oak\" else 6 if door == \"iron\" else 2))\n",
        "[sweep]\ndoor = [\"oak\", \"iron\", \"glass\"]\n[[charts]]\nkind = \"lines\"\ntarget = 0.6\n",
    ),
    (
        "two-values",
        "\"\"\"A hit\"\"\"\nbonus = whole(0, 0, 9, \"bonus\")\nhit = flag(\"Hit\", yes = \"the blow lands\", no = \"it misses\")\n\
         def trial():\n    record(hit, roll(20) + bonus >= 15)\n",
        "[sweep]\nbonus = [0, 5]\n[[ask]]\nlabel = \"Blow lands\"\nvalue = \"P(hit)\"\n",
    ),
    (
        "two-by-three",
        "\"\"\"A hit\"\"\"\nbonus = whole(0, 0, 9, \"bonus\")\nsize = whole(10, 5, 20, \"size\")\nhit = flag(\"Hit\", yes = \"the blow lands\", no = \"it misses\")\n\
         def trial():\n    record(hit, roll(20) + bonus >= size)\n",
        "[sweep]\nbonus = [0, 5]\nsize = [8, 12, 17]\n[[charts]]\nkind = \"lines\"\n[[charts]]\nkind = \"heatmap\"\n",
    ),
    (
        "one-value",
        "\"\"\"A certain gain\"\"\"\ngain = count(\"Gold\")\ndef trial():\n    record(gain, 7)\n",
        "[[ask]]\nlabel = \"Gold\"\nvalue = \"mean(gain)\"\n",
    ),
    (
        "sixty-values",
        "\"\"\"A big sum\"\"\"\nn = whole(1, 1, 60, \"dice\")\ntotal = count(\"Total\")\nhigh = flag(\"High\", yes = \"the total is over 100\", no = \"not over 100\")\n\
         def trial():\n    t = sum(roll(6) for i in range(n))\n    record(total, t)\n    record(high, t > 100)\n",
        "[sweep]\nn = { from = 1, to = 60 }\n[[ask]]\nlabel = \"Over 100\"\nvalue = \"P(high)\"\n[[charts]]\nkind = \"lines\"\nmetric = \"high\"\n[[charts]]\nkind = \"lines\"\nmetric = \"total\"\n",
    ),
    (
        "negative",
        "\"\"\"A bad bet\"\"\"\nstake = whole(1, 1, 9, \"stake\")\nnet = count(\"Coins won\")\n\
         def trial():\n    record(net, 5 * stake if roll(6) == 6 else -stake)\n",
        "[sweep]\nstake = { from = 1, to = 9 }\n[[ask]]\nlabel = \"Coins won\"\nvalue = \"mean(net)\"\n[[charts]]\nkind = \"lines\"\nmetric = \"net\"\n[[charts]]\nkind = \"distribution\"\nmetric = \"net\"\n",
    ),
    (
        "negative-names",
        "\"\"\"Debts\"\"\"\nbank = one_of(\"Old Bank\", \"New Bank\", \"Loan shark\", help = \"lender\")\nnet = count(\"Balance\")\n\
         def trial():\n    record(net, roll(6) - (3 if bank == \"Old Bank\" else 7 if bank == \"New Bank\" else 200))\n",
        "[sweep]\nbank = [\"Old Bank\", \"New Bank\", \"Loan shark\"]\n[[charts]]\nkind = \"lines\"\nmetric = \"net\"\n",
    ),
    (
        "seven-panels",
        "\"\"\"Seven armies\"\"\"\nsides = whole(6, 2, 20, \"sides\")\ntotal = count(\"Total\")\n\
         def trial():\n    record(total, roll(sides) + roll(sides))\n",
        "[[variants]]\nname = \"Militia\"\nset = { sides = 4 }\n[[variants]]\nname = \"Levies of the far provinces\"\nset = { sides = 6 }\n\
         [[variants]]\nname = \"Guards\"\nset = { sides = 8 }\n[[variants]]\nname = \"Knights\"\nset = { sides = 10 }\n\
         [[variants]]\nname = \"Dragoons\"\nset = { sides = 12 }\n[[variants]]\nname = \"Giants\"\nset = { sides = 14 }\n\
         [[variants]]\nname = \"Gods\"\nset = { sides = 20 }\n",
    ),
    (
        "many-outcomes",
        "\"\"\"A harvest\"\"\"\nrain = whole(1, 0, 4, \"rain\")\n\
         crop = category(\"Harvest\", golden = success, rich = success, good = success, fair = success, thin = mixed, poor = failure, ruined = failure, none = neutral)\n\
         def trial():\n    n = roll(60) + rain\n    record(crop, \"golden\" if n > 59 else \"rich\" if n > 56 else \"good\" if n > 50 else \"fair\" if n > 40 else \"thin\" if n > 20 else \"poor\" if n > 6 else \"ruined\" if n > 1 else \"none\")\n",
        "[sweep]\nrain = [0, 1, 2, 3, 4]\n[[charts]]\nkind = \"stacked\"\n",
    ),
    (
        "long-outcomes",
        "\"\"\"A siege\"\"\"\nmen = whole(2, 1, 6, \"men\")\n\
         fate = category(\"Fate of the besieged town\", the_town_is_relieved_by_the_king_in_person = success, the_walls_hold_until_the_winter_comes = mixed, the_town_is_taken_and_burned = failure)\n\
         def trial():\n    n = roll(20) + men\n    record(fate, \"the_town_is_relieved_by_the_king_in_person\" if n > 20 else \"the_walls_hold_until_the_winter_comes\" if n > 18 else \"the_town_is_taken_and_burned\")\n",
        "[sweep]\nmen = [1, 2, 3, 4, 5, 6]\n[[ask]]\nlabel = \"Town is relieved\"\nvalue = \"P(fate = the_town_is_relieved_by_the_king_in_person)\"\n",
    ),
    (
        "thin-segments",
        "\"\"\"A forge\"\"\"\nskill = whole(0, 0, 9, \"skill\")\n\
         blade = category(\"Blade\", masterwork = success, good = success, plain = mixed, flawed = failure, broken = failure)\n\
         def trial():\n    n = roll(1000)\n    record(blade, \"masterwork\" if n <= 300 + skill else \"good\" if n <= 304 + skill else \"plain\" if n <= 310 + skill else \"flawed\" if n <= 312 + skill else \"broken\")\n",
        "[sweep]\nskill = [0, 3, 6, 9]\n[[charts]]\nkind = \"stacked\"\n",
    ),
    (
        "crossing",
        "\"\"\"Two blades\"\"\"\narmour = whole(2, 0, 9, \"armour\")\nheavy = yes_no(false, \"a heavy blade\")\ndamage = count(\"Damage\")\n\
         def trial():\n    record(damage, max(0, roll(6) + 5 - 2 * armour) if heavy else max(0, roll(6) + 2 - armour))\n",
        "[sweep]\narmour = { from = 0, to = 5 }\n[[ask]]\nlabel = \"Damage\"\nvalue = \"mean(damage)\"\n\
         [[variants]]\nname = \"Light\"\n[[variants]]\nname = \"Heavy\"\nset = { heavy = true }\n[[charts]]\nkind = \"lines\"\nmetric = \"damage\"\n",
    ),
    (
        "same-lines",
        "\"\"\"Nothing matters\"\"\"\na = whole(1, 1, 5, \"first\")\nb = whole(1, 1, 5, \"second\")\nwon = flag(\"Won\", yes = \"we win\", no = \"we lose\")\n\
         def trial():\n    record(won, roll(6) >= 4 + 0 * a * b)\n",
        "[sweep]\na = [1, 2, 3, 4]\nb = [1, 2, 3]\n[[charts]]\nkind = \"lines\"\n",
    ),
    (
        "long-labels",
        "\"\"\"A rule with very long words\"\"\"\n\
         n = whole(3, 1, 9, \"number of otherwise unremarkable mercenaries of the southern companies\")\n\
         hits = count(\"Wounds that the defenders of the inner citadel take before the gate is broken\")\n\
         def trial():\n    record(hits, successes(n, 6, 4))\n",
        "[sweep]\nn = { from = 1, to = 9 }\n[[ask]]\nlabel = \"Wounds that the defenders of the inner citadel take before the gate is finally broken down\"\nvalue = \"mean(hits)\"\n",
    ),
    (
        "long-variants",
        "\"\"\"A choice of plans\"\"\"\nn = whole(3, 1, 9, \"dice\")\nhits = count(\"Hits\")\ndef trial():\n    record(hits, successes(n, 6, 4))\n",
        "[[ask]]\nlabel = \"Hits\"\nvalue = \"mean(hits)\"\n\
         [[variants]]\nname = \"The plan that the general prefers because it is his own\"\nset = { n = 4 }\n\
         [[variants]]\nname = \"The plan that the general rejects because it is not his own\"\nset = { n = 6 }\n",
    ),
    (
        "steps-by-name",
        "\"\"\"A relay\"\"\"\nlegs = entries(least = 1, most = 9, default = [[\"Anna\", 3], [\"Bartholomew the Swift\", 5], [\"Cy\", 2], [\"Dorothea\", 4]], skill = whole(3, 1, 6, \"skill\"))\n\
         kept = flag(\"Lead kept\", each = legs, step = \"Runner\", yes = \"the lead is kept\", no = \"the lead is lost\")\n\
         def trial():\n    for leg in legs:\n        record(kept, roll(6) <= leg.skill, leg)\n",
        "[[charts]]\nkind = \"lines\"\nmetric = \"kept\"\nx = \"step\"\n[[charts]]\nkind = \"stacked\"\nmetric = \"kept\"\n",
    ),
    (
        "certain-and-never",
        "\"\"\"From never to always\"\"\"\nneed = whole(3, 1, 7, \"need\")\nok = flag(\"Done\", yes = \"it is done\", no = \"it fails\")\n\
         def trial():\n    record(ok, roll(6) >= need)\n",
        "[sweep]\nneed = { from = 1, to = 7 }\n[[ask]]\nlabel = \"Done\"\nvalue = \"P(ok)\"\n",
    ),
    (
        "almost-certain",
        "\"\"\"A safe climb\"\"\"\nropes = whole(1, 1, 6, \"ropes\")\nsafe = flag(\"Safe\", yes = \"nobody falls\", no = \"somebody falls\")\n\
         def trial():\n    record(safe, not all(chance(1, 100) for i in range(ropes)))\n",
        "[sweep]\nropes = { from = 1, to = 6 }\n[[ask]]\nlabel = \"Nobody falls\"\nvalue = \"P(safe)\"\n[[charts]]\nkind = \"lines\"\n",
    ),
    (
        "huge-numbers",
        "\"\"\"A treasure\"\"\"\nrooms = whole(2, 1, 6, \"rooms\")\ngold = count(\"Gold\")\n\
         def trial():\n    record(gold, sum(100000 * roll(6) for i in range(rooms)))\n",
        "[sweep]\nrooms = { from = 1, to = 6 }\n[[ask]]\nlabel = \"Gold\"\nvalue = \"mean(gold)\"\n",
    ),
    (
        "few-values-at-least",
        "\"\"\"Two shields\"\"\"\nskill = whole(3, 2, 6, \"skill\")\nblocked = count(\"Blows blocked\")\ndef trial():\n    record(blocked, successes(2, 6, skill))\n",
        "[sweep]\nskill = { from = 2, to = 6 }\n[[charts]]\nkind = \"at-least\"\n",
    ),
    (
        "many-lines",
        "\"\"\"Many lines\"\"\"\nn = whole(1, 1, 9, \"dice\")\nneed = whole(3, 2, 6, \"target\")\nany_hit = flag(\"A hit\", yes = \"a die hits\", no = \"no die hits\")\n\
         def trial():\n    record(any_hit, successes(n, 6, need) >= 1)\n",
        "[sweep]\nn = { from = 1, to = 9 }\nneed = { from = 2, to = 6 }\n[[charts]]\nkind = \"lines\"\n[[charts]]\nkind = \"heatmap\"\n",
    ),
    (
        "two-maps",
        "\"\"\"Two maps\"\"\"\nn = whole(1, 1, 9, \"dice\")\nneed = whole(3, 2, 6, \"target\")\nbonus = whole(0, 0, 3, \"bonus\")\nbest = count(\"Best die\")\n\
         def trial():\n    record(best, max(roll(6) for i in range(n)) + bonus * need)\n",
        "[sweep]\nn = [1, 2, 3]\nneed = [2, 3, 4]\n[[variants]]\nname = \"Poor\"\n[[variants]]\nname = \"Rich\"\nset = { bonus = 3 }\n\
         [[charts]]\nkind = \"heatmap\"\nvalue = \"mean\"\nwhere = { variant = \"Poor\" }\n[[charts]]\nkind = \"heatmap\"\nvalue = \"mean\"\nwhere = { variant = \"Rich\" }\n",
    ),
    (
        "keep-or-push",
        "\"\"\"Push your luck\"\"\"\nagain = player(\"Do you push on into the dark?\", push = \"push on into the dark\", bank = \"bank the spoils\")\nspoils = count(\"Spoils\")\n\
         def trial():\n    pot = 0\n    while pot < 40:\n        if choose(again, [\"push\", \"bank\"]) == \"bank\":\n            break\n        n = roll(6)\n        if n == 1:\n            pot = 0\n            break\n        pot = pot + n\n    record(spoils, pot)\n",
        "[play]\naim = \"mean(spoils)\"\nagain = \"best\"\n[[ask]]\nlabel = \"Spoils\"\nvalue = \"mean(spoils)\"\n",
    ),
    (
        "simulated",
        "\"\"\"Too many states\"\"\"\nn = whole(3, 1, 9, \"dice\")\ntotal = count(\"Total\")\nhigh = flag(\"High\", yes = \"the total is high\", no = \"the total is low\")\n\
         def trial():\n    t = sum(roll(100) * roll(97) for i in range(n))\n    record(total, t)\n    record(high, t > 5000 * n)\n",
        "[sweep]\nn = [2, 4, 6]\n[run]\nexact = \"never\"\n[[charts]]\nkind = \"lines\"\nmetric = \"high\"\n[[charts]]\nkind = \"distribution\"\nmetric = \"total\"\n",
    ),
];
