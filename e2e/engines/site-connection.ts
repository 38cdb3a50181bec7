import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The network between a browser and a site. */
export type SiteConnection = AsyncDisposable & {
  /** The origin, without a trailing slash. */
  url: string
  disconnect(): Promise<void>
  reconnect(): Promise<void>
}

/** Forwards a port to the site until it is disconnected. */
export async function openSiteConnection(siteUrl: string): Promise<SiteConnection> {
  const sitePort = Number(new URL(siteUrl).port)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(sitePort, 'localhost')
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, 'localhost')
    await once(server, 'listening')
  }
  const disconnect = async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    if (server.listening) await once(server, 'close')
  }
  await listen(0)
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port')
  return {
    url: `http://localhost:${address.port}`,
    disconnect,
    reconnect: () => listen(address.port),
    [Symbol.asyncDispose]: disconnect,
  }
}
