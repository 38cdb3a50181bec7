-- For wrk: kinds of requests, each with another address or body.
local n = 0
local run = os.time()
local words = { "council", "river", "bridge", "minister", "railway", "museum" }
local browser = {
  ["content-type"] = "text/plain;charset=UTF-8",
  ["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  ["sec-fetch-site"] = "same-origin",
}

local kinds = {
  -- Searches that are not cached.
  searches = function() return wrk.format("GET", "/search?q=" .. words[n % 6 + 1] .. "+" .. run .. n) end,

  -- Addresses that do not exist, and ids of articles that do not exist, by turns.
  unknown = function()
    if n % 2 == 0 then return wrk.format("GET", "/unknown-" .. run .. "-" .. n) end
    return wrk.format("GET", string.format("/article/%08x-%04x-4000-8000-000000000000", n, run % 65536))
  end,

  -- Page views and the "leave" events of earlier views by turns, from 25,000 IP addresses.
  beacons = function()
    local view = math.floor(n / 2)
    local isView = n % 2 == 0
    local id = string.format("%016x%016x", run, isView and view or math.max(0, view - 5000))
    local body = isView and '{"kind":"view","id":"' .. id .. '","path":"/","referrer":"site.example","utm":["","",""]}'
      or '{"kind":"leave","id":"' .. id .. '","seconds":40,"depth":80}'
    browser["x-forwarded-for"] = "203.0." .. math.floor(view / 250) % 100 .. "." .. view % 250
    return wrk.format("POST", "/api/beacon", browser, body)
  end,
}

function init(args)
  local kind = kinds[args[1]]
  request = function()
    n = n + 1
    return kind()
  end
  -- About 5,000 beacons a second on 200 connections, with the time for responses and timers.
  if args[1] == "beacons" then
    delay = function() return 35 end
  end
end
