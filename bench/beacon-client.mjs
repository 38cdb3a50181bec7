// Tells beacons as readers' browsers do, with as little work as can be: what is measured beside it shares its processors.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const CONNECTIONS = 200
/** As short as timers can: what comes at once waits for each other, and readers do not come at once. */
const TICK_MS = 1
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const [address, rate, seconds] = process.argv.slice(2)
const { host, hostname, port } = new URL(address)
const run = Date.now().toString(16).padStart(16, '0')
const figures = { sent: 0, taken: 0, refused: 0, seconds: 0 }
const free = []

await tellAll(await Promise.all(Array.from({ length: CONNECTIONS }, open)))
process.stdout.write(`${JSON.stringify(figures)}\n`)
process.exit()

/** Sockets on which nothing waits for an answer: browsers send nothing before they have it. */
function open() {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('data', (bytes) => {
      if (bytes.toString('latin1').startsWith('HTTP/1.1 2')) figures.taken += 1
      else figures.refused += 1
      free.push(socket)
    })
  })
}

/** So many a second, spread evenly; what finds no free connection is told as soon as there is one. */
async function tellAll(sockets) {
  free.push(...sockets)
  const started = performance.now()
  const most = rate * seconds
  while (figures.taken + figures.refused < most) {
    const due = Math.min(most, Math.floor(((performance.now() - started) / 1000) * rate))
    for (; figures.sent < due && free.length > 0; figures.sent++) free.shift().write(nextRequest())
    await wait(TICK_MS)
  }
  figures.seconds = (performance.now() - started) / 1000
}

/** By turns a view and the leaving of the view before the last ten thousand, of 25,000 addresses. */
function nextRequest() {
  const place = figures.sent >> 1
  const isView = figures.sent % 2 === 0
  const id = run + (isView ? place : Math.max(0, place - 5_000)).toString(16).padStart(16, '0')
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
x-forwarded-for: 203.0.${Math.floor(place / 250) % 100}.${place % 250}\r
content-length: ${body.length}\r
\r
${body}`
}
