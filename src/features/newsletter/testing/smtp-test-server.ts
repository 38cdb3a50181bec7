import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type SmtpTestServer = AsyncDisposable & {
  url: string
  received: { to: string; text: string }[]
  /** Replies to RCPT TO by address, such as `550 5.1.1 No such user`. */
  refusals: Map<string, string>
  /** Addresses whose first RCPT TO is delayed. */
  greylist: Set<string>
  /** The reply to MAIL FROM. */
  refusal: string | undefined
  connections: number
  /** A rejection refuses the email. */
  hold: ((to: string) => Promise<void> | undefined) | undefined
  /** Includes emails on `hold`. */
  accepted: string[]
}

export async function startSmtpTestServer(): Promise<SmtpTestServer> {
  const received: SmtpTestServer['received'] = []
  const accepted: string[] = []
  const refusals = new Map<string, string>()
  const greylist = new Set<string>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      smtpServer.connections += 1
      done()
    },
    onMailFrom: (_address, _session, done) => done(replyError(smtpServer.refusal)),
    onRcptTo: ({ address }, _session, done) =>
      done(replyError(greylist.delete(address) ? '450 4.2.0 Greylisted' : refusals.get(address))),
    async onData(stream, { envelope }, done) {
      const to = envelope.rcptTo[0]?.address ?? ''
      let text = ''
      try {
        for await (const chunk of stream) text += chunk
        accepted.push(to)
        await smtpServer.hold?.(to)
      } catch (error) {
        return done(error as Error)
      }
      received.push({ to, text })
      done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const smtpServer: SmtpTestServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    greylist,
    accepted,
    refusal: undefined,
    connections: 0,
    hold: undefined,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(resolve))
    },
  }
  return smtpServer
}

function replyError(reply: string | undefined): Error | undefined {
  if (!reply) return undefined
  const [code, ...words] = reply.split(' ')
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
}
