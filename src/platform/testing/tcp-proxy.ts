import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = AsyncDisposable & {
  url: string
  /** Closes current and new connections. */
  refuse(): void
  /** Forwards nothing. */
  stall(): void
  /** Forwards nothing on the current connections, which remain open. */
  silence(): void
  allow(): void
  readonly refused: number
}

/** Simulates network failures. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  let refusing = false
  let stalling = false
  let refused = 0
  const server = createServer((socket) => {
    if (refusing) {
      refused += 1
      socket.destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname.replace(/^\[|\]$/g, ''))
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.on('data', (bytes) => {
        if (!stalling && !silent.has(one)) other.write(bytes)
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }

  return {
    url: through.href,
    refuse() {
      refusing = true
      cut()
    },
    stall() {
      stalling = true
    },
    silence() {
      for (const socket of sockets) silent.add(socket)
    },
    allow() {
      refusing = false
      stalling = false
    },
    get refused() {
      return refused
    },
    async [Symbol.asyncDispose]() {
      server.close()
      cut()
      if (server.listening) await once(server, 'close')
    },
  }
}
