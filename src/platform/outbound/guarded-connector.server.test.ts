import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { createGuardedConnector } from './guarded-connector.server.ts'

function connectTo(host: string, allowed: string[] = []): Promise<string> {
  const connect = createGuardedConnector({ allowedPrivateHosts: new Set(allowed), connectTimeout: 1000 })
  const { hostname, port } = new URL(`http://${host}`)
  return new Promise((resolve) => {
    connect({ protocol: 'http:', host, hostname, port }, (error: Error | null, socket: Socket | null) => {
      socket?.destroy()
      resolve(error ? error.message : 'connected')
    })
  })
}

describe('createGuardedConnector', () => {
  it('checks literal addresses, which bypass the lookup', async () => {
    await using server = await startLocalServer((_, response) => response.end())
    expect(await connectTo(server.host)).toBe('The address belongs to a private network')
    expect(await connectTo(`[::ffff:7f00:1]:${server.port}`)).toBe('The address belongs to a private network')
    expect(await connectTo(`localhost:${server.port}`)).toBe('The address belongs to a private network')
  })

  it('connects to an allowed private host and port', async () => {
    await using server = await startLocalServer((_, response) => response.end())
    expect(await connectTo(server.host, [server.host])).toBe('connected')
    expect(await connectTo(server.host, ['127.0.0.1:80'])).toBe('The address belongs to a private network')
  })
})
