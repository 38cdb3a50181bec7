-- For wrk: page views and the "leave" events of earlier views by turns, from 25,000 IP addresses.
local n = 0
local run = os.time()
local browser = {
  ["content-type"] = "text/plain;charset=UTF-8",
  ["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  ["sec-fetch-site"] = "same-origin",
}

function request()
  n = n + 1
  local view = math.floor(n / 2)
  local isView = n % 2 == 0
  local id = string.format("%016x%016x", run, isView and view or math.max(0, view - 5000))
  local body = isView and '{"kind":"view","id":"' .. id .. '","path":"/","referrer":"site.example","utm":["","",""]}'
    or '{"kind":"leave","id":"' .. id .. '","seconds":40,"depth":80}'
  browser["x-forwarded-for"] = "203.0." .. math.floor(view / 250) % 100 .. "." .. view % 250
  return wrk.format("POST", "/api/beacon", browser, body)
end

-- About 5,000 beacons a second on 200 connections, with the time for responses and timers.
function delay()
  return 35
end
