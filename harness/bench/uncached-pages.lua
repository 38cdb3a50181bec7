-- For wrk: searches that are not cached, beyond the number of pages that are rendered at once.
local words = { "council", "river", "bridge", "minister", "railway", "museum" }
local n = 0
math.randomseed(os.time())
local run = math.random(1000000)

request = function()
  n = n + 1
  return wrk.format("GET", "/search?q=" .. words[n % 6 + 1] .. "+" .. run .. n)
end
