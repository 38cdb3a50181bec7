import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type PostOffice = AsyncDisposable & {
  url: string
  /** Who was sent what, as it came. */
  received: { to: string; text: string }[]
  /** The reply to a RCPT TO of that address, where it is not to be taken: `550 5.1.1 …`. */
  refusals: Map<string, string>
  /** The reply to any MAIL FROM, where nothing is to be taken from us. */
  refusal: string | undefined
  /** How often somebody connected. */
  connections: number
  /** When set, a letter is taken by the server, but the answer to it waits for this; where that rejects, it is refused. */
  hold: ((to: string) => Promise<void> | undefined) | undefined
  /** Addresses of which a letter was taken, in full; the answer to it may still be held. */
  taken: string[]
}

/** A mail server for tests, on this machine. */
export async function openPostOffice(): Promise<PostOffice> {
  const received: PostOffice['received'] = []
  const taken: string[] = []
  const refusals = new Map<string, string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      office.connections += 1
      done()
    },
    onMailFrom: (_address, _session, done) => done(errorOf(office.refusal)),
    onRcptTo: ({ address }, _session, done) => done(errorOf(refusals.get(address))),
    async onData(stream, { envelope }, done) {
      const to = envelope.rcptTo[0]?.address ?? ''
      let text = ''
      try {
        for await (const chunk of stream) text += chunk
        taken.push(to)
        await office.hold?.(to)
      } catch (error) {
        // Refused, or its sender has died in the middle of it.
        return done(error as Error)
      }
      received.push({ to, text })
      done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const office: PostOffice = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    taken,
    refusal: undefined,
    connections: 0,
    hold: undefined,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
  return office
}

function errorOf(refusal: string | undefined): Error | undefined {
  if (!refusal) return undefined
  const [code, ...words] = refusal.split(' ')
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
}
