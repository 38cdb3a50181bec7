-- For wrk: addresses that do not exist, and ids of articles that do not exist, by turns.
local n = 0
math.randomseed(os.time())
local run = math.random(65535)

request = function()
  n = n + 1
  if n % 2 == 0 then return wrk.format("GET", "/unknown-" .. run .. "-" .. n) end
  return wrk.format("GET", string.format("/article/%08x-%04x-4000-8000-000000000000", n, run))
end
