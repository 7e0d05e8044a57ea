-- The rules of benches/machine.rs in Lua. Prints the processor time of a trial in microseconds, and a mean that must agree
-- with the rule file.
math.randomseed(1)
local roll = math.random

local function arithmetic()
    local s = 1
    for i = 0, 999 do s = (s * 7 + i) % 11 end
    return s
end

local function rolls()
    local s = 0
    for _ = 1, 100 do s = s + roll(6) end
    return s
end

local qualities = { 3, 4, 4, 5 }

local function wing()
    local done, penalty = 0, 0
    for i = 1, 4 do
        local n, won = math.max(1, 3 - penalty), 0
        for _ = 1, n do if roll(6) >= qualities[i] then won = won + 1 end end
        done = done + won
        penalty = won > 0 and n - won or 0
        if won == 0 and n > 1 then break end
    end
    return done
end

local function advance(place, faces)
    while true do
        local face = roll(faces)
        place = place + face
        if face < faces then return math.min(30, place) end
    end
end

local function race()
    local us, them, n = 0, 0, 0
    while us < 30 and them < 30 do
        n = n + 1
        us, them = advance(us, 6), advance(them, 8)
    end
    return n
end

local function successes(n, least)
    local found = 0
    for _ = 1, n do if roll(6) >= least then found = found + 1 end end
    return found
end

local function losses(attackers, targets)
    local hits = successes(attackers, 4)
    local down = math.min(targets, hits - successes(hits, 5))
    if 0 < down and down < targets and roll(6) + roll(6) > 7 - down then down = down + 1 end
    return down
end

local function battle()
    local us, them, n = 10, 10, 0
    while us > 0 and them > 0 do
        n = n + 1
        us, them = us - losses(them, us), them - losses(us, them)
    end
    return n
end

local rules = { { "arithmetic", arithmetic, 3000 }, { "rolls", rolls, 20000 }, { "wing", wing, 300000 },
    { "race", race, 300000 }, { "battle", battle, 200000 } }
for _, rule in ipairs(rules) do
    if not arg[1] or arg[1] == rule[1] then
        local total, begun = 0, os.clock()
        for _ = 1, rule[3] do total = total + rule[2]() end
        print(string.format("%s %.3f %.3f", rule[1], (os.clock() - begun) / rule[3] * 1e6, total / rule[3]))
    end
end
