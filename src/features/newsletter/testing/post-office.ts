import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type PostOffice = AsyncDisposable & {
  url: string
  /** Who was sent what, as it came. */
  received: { to: string; text: string }[]
  /** The reply to a RCPT TO of that address, where it is not to be taken: `550 5.1.1 …`. */
  refusals: Map<string, string>
  /** When set, a letter is taken by the server, but the answer to it waits for this. */
  hold: ((to: string) => Promise<void> | undefined) | undefined
  /** Addresses of which a letter has begun to be taken. */
  begun: string[]
}

/** A mail server for tests, on this machine. */
export async function openPostOffice(): Promise<PostOffice> {
  const received: PostOffice['received'] = []
  const begun: string[] = []
  const refusals = new Map<string, string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.get(address)
      if (!refusal) return done()
      const [code = '550', ...words] = refusal.split(' ')
      done(Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }))
    },
    async onData(stream, { envelope }, done) {
      const to = envelope.rcptTo[0]?.address ?? ''
      begun.push(to)
      let text = ''
      for await (const chunk of stream) text += chunk
      await office.hold?.(to)
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
    begun,
    hold: undefined,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
  return office
}
