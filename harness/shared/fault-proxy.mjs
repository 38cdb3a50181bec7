import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** When PostgreSQL notices that the peer of a silent connection is gone. */
const SERVER_KEEP_ALIVE_MS = 3_000
/** Bind names a statement that does not exist. */
const UNKNOWN_STATEMENT = 'failed by the proxy'

/**
 * What happens to a statement: it fails, its connection is lost before it or after it (without its response), or its
 * connection becomes silent: it stays open, but nothing passes in either direction.
 *
 * @typedef {'fail' | 'lose-before' | 'lose-after' | 'silence' | undefined} Fault
 *
 * @callback ChooseFault
 * @param {{ application: string, text: string }} statement
 * @returns {Fault}
 */

const noFault = () => undefined

/**
 * Starts a proxy to the PostgreSQL at `url` that disturbs statements and connections.
 *
 * @param {string} url
 */
export async function openFaultProxy(url) {
  const { hostname, port } = new URL(url)
  const connections = new Set()
  /** @type {ChooseFault} */
  let chooseFault = noFault
  let delayMs = 0

  const server = createServer((client) => {
    const database = connect(Number(port), hostname)
    const connection = { application: '', isSilent: false, cut, silence }
    let isLostAfter = false
    let forwarded = Promise.resolve()
    connections.add(connection)
    for (const socket of [client, database]) {
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        if (connection.isSilent) return
        connections.delete(connection)
        cut()
      })
    }

    function cut() {
      client.destroy()
      database.destroy()
    }
    function silence() {
      connection.isSilent = true
      setTimeout(() => {
        connections.delete(connection)
        database.destroy()
      }, SERVER_KEEP_ALIVE_MS)
    }

    const toDatabase = (bytes) => connection.isSilent || database.write(bytes)
    client.on(
      'data',
      readMessages({
        onStartup(parameters) {
          connection.application = parameters.get('application_name') ?? ''
        },
        onStatement(text, message) {
          const fault = chooseFault({ application: connection.application, text })
          if (fault === 'lose-before') return cut()
          if (fault === 'silence') return silence()
          isLostAfter ||= fault === 'lose-after'
          toDatabase(fault === 'fail' ? failing(message) : message)
        },
        onOther: toDatabase,
      }),
    )
    database.on('data', (bytes) => {
      if (isLostAfter) return cut()
      if (connection.isSilent) return
      const ms = delayMs
      forwarded = forwarded.then(async () => {
        if (ms > 0) await delay(ms)
        if (!connection.isSilent && client.writable) client.write(bytes)
      })
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const disturbed = new URL(url)
  disturbed.host = `127.0.0.1:${server.address().port}`

  return {
    url: disturbed.href,
    connections,
    /** @param {ChooseFault} [choose] */
    setFault(choose = noFault) {
      chooseFault = choose
    },
    /** Delays each response. */
    setDelay(ms) {
      delayMs = ms
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const { cut } of connections) cut()
      await closed
    },
  }
}

/** @returns a message that PostgreSQL rejects as it would the statement, within its transaction */
function failing(message) {
  const type = String.fromCharCode(message[0])
  if (type === 'Q') return encode(type, [Buffer.from('select 1 / 0\0')])
  const portalEnd = message.indexOf(0, 5) + 1
  const statementEnd = message.indexOf(0, portalEnd) + 1
  return encode(type, [
    message.subarray(5, portalEnd),
    Buffer.from(`${UNKNOWN_STATEMENT}\0`),
    message.subarray(statementEnd),
  ])
}

function encode(type, parts) {
  const content = Buffer.concat(parts)
  const header = Buffer.alloc(5, type)
  header.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([header, content])
}

/**
 * Parses client messages (PostgreSQL documentation, 54.7 Message Formats): a message is its type, its length and its
 * content; the first has no type. Query contains a statement; Parse prepares a named one, and Bind executes it.
 */
function readMessages({ onStartup, onStatement, onOther }) {
  const named = new Map()
  let unread = Buffer.alloc(0)
  let typeBytes = 0
  return (chunk) => {
    unread = Buffer.concat([unread, chunk])
    while (unread.length >= typeBytes + 4) {
      const end = typeBytes + unread.readInt32BE(typeBytes)
      if (unread.length < end) return
      const message = unread.subarray(0, end)
      unread = unread.subarray(end)
      if (typeBytes === 0) {
        typeBytes = 1
        const words = message.toString('utf8', 8).split('\0')
        onStartup(new Map(words.flatMap((word, n) => (n % 2 === 0 ? [[word, words[n + 1]]] : []))))
        onOther(message)
        continue
      }
      const type = String.fromCharCode(message[0])
      const [first = '', second = ''] = message.toString('utf8', 5).split('\0', 2)
      if (type === 'P') named.set(first, second)
      if (type === 'Q') onStatement(first, message)
      else if (type === 'B') onStatement(named.get(second) ?? '', message)
      else onOther(message)
    }
  }
}
