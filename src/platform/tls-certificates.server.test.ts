import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { composeEmail, sendEmail } from './mail.server.ts'
import { createMailTransport } from './mail-transport.server.ts'
import { createOutbound } from './outbound/outbound.server.ts'
import { SELF_SIGNED } from './testing/self-signed-certificate.ts'

const MESSAGE = { to: 'reader@example.org', subject: 'Good morning', text: 'Dear reader,\n' }

describe('a server whose certificate no authority has signed', () => {
  it('is not read as a feed', async () => {
    const paths: unknown[] = []
    const server = createServer(SELF_SIGNED, (request, response) => {
      paths.push(request.url)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const host = `localhost:${(server.address() as AddressInfo).port}`
    const outbound = createOutbound({ allowedPrivateHosts: new Set([host]), userAgent: 'Masthead' })
    const outcome = await outbound.get(`https://${host}/feed`, { accept: '*/*', maxBytes: 1_000 })
    expect(outcome).toEqual({ kind: 'failed', reason: 'The certificate of the server is not valid' })
    expect(paths).toEqual([])
    await outbound.close()
    server.close()
  })

  it.each([
    ['smtps://', true],
    ['smtp:// with STARTTLS', false],
  ])('gets no email by %s', async (_, secure) => {
    const received: string[] = []
    const server = new SMTPServer({
      ...SELF_SIGNED,
      secure,
      authOptional: true,
      onMailFrom({ address }, _session, done) {
        received.push(address)
        done()
      },
    })
    server.on('error', () => {})
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    const mail = {
      SMTP_URL: `${secure ? 'smtps' : 'smtp'}://localhost:${port}`,
      MAIL_FROM: 'news@courier.example',
      DATA_DIR: '/nowhere',
    }
    await expect(sendEmail(MESSAGE, mail)).rejects.toThrow(/self-signed certificate/)
    const transport = createMailTransport(mail)
    const { kind } = await transport.deliver(await composeEmail(MESSAGE, mail), 'email')
    expect(kind).not.toBe('sent')
    transport.close()
    expect(received).toEqual([])
    await new Promise<void>((resolve) => server.close(resolve))
  })
})
