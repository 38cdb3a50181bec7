// Sends beacons as browsers do, with little CPU time: the measured server shares the processors.
// Usage: node harness/bench/beacon-client.mjs URL RATE SECONDS
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const CONNECTIONS = 200
/** The shortest timer: requests sent in bursts would queue, and page views are not sent in bursts. */
const TICK_MS = 1
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const [address, rate, seconds] = process.argv.slice(2)
const { host, hostname, port } = new URL(address)
const run = Date.now().toString(16).padStart(16, '0')
const counts = { sent: 0, accepted: 0, rejected: 0, seconds: 0 }
const idleSockets = []

await sendBeacons(await Promise.all(Array.from({ length: CONNECTIONS }, openSocket)))
process.stdout.write(`${JSON.stringify(counts)}\n`)
process.exit()

/** Opens a connection. It sends its next request after the response to the last one, as browsers do. */
function openSocket() {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      if (bytes.toString('latin1').startsWith('HTTP/1.1 2')) counts.accepted += 1
      else counts.rejected += 1
      idleSockets.push(socket)
    })
  })
}

/** Sends beacons at the given rate, spread evenly. A beacon waits for an idle connection. */
async function sendBeacons(sockets) {
  idleSockets.push(...sockets)
  const started = performance.now()
  const total = rate * seconds
  while (counts.accepted + counts.rejected < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * rate))
    for (; counts.sent < due && idleSockets.length > 0; counts.sent++)
      idleSockets.shift().write(nextRequest())
    await wait(TICK_MS)
  }
  counts.seconds = (performance.now() - started) / 1000
}

/** Alternates page views and the `leave` events of earlier views, from 25,000 IP addresses. */
function nextRequest() {
  const index = counts.sent >> 1
  const isView = counts.sent % 2 === 0
  const id = run + (isView ? index : Math.max(0, index - 5_000)).toString(16).padStart(16, '0')
  const body = isView
    ? `{"kind":"view","id":"${id}","path":"/","referrer":"site.example","utm":["","",""]}`
    : `{"kind":"leave","id":"${id}","seconds":40,"depth":80}`
  return `POST /api/beacon HTTP/1.1\r
host: ${host}\r
connection: keep-alive\r
user-agent: ${BROWSER}\r
content-type: text/plain;charset=UTF-8\r
accept: */*\r
accept-encoding: gzip, deflate, br\r
accept-language: en-GB,en;q=0.9\r
origin: http://${host}\r
referer: http://${host}/\r
sec-fetch-site: same-origin\r
sec-fetch-mode: no-cors\r
sec-fetch-dest: empty\r
x-forwarded-for: 203.0.${Math.floor(index / 250) % 100}.${index % 250}\r
content-length: ${body.length}\r
\r
${body}`
}
