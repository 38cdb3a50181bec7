import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { SELF_SIGNED } from '#platform/testing/self-signed-certificate.ts'
import { composeEmail, sendEmail } from './mail.server.ts'
import { classifySmtpError, createMailTransport } from './mail-transport.server.ts'

const MESSAGE = { to: 'reader@example.org', subject: 'Good morning', text: 'Dear reader,\n' }

const failure = (more: object) => Object.assign(new Error('Failed'), more)
const reply = (command: string, response: string) =>
  failure({ command, response, responseCode: Number(response.slice(0, 3)) })

describe('classifySmtpError', () => {
  it.each([
    ['gone', reply('RCPT TO', '550 5.1.1 No such user'), false],
    ['gone', reply('RCPT TO', '550 No such person here'), false],
    ['gone', reply('RCPT TO', '550 5.2.1 Mailbox disabled'), false],
    ['gone', reply('RCPT TO', '550 5.1.1 Relay knows no such user'), false],
    ['refused', reply('RCPT TO', '554 5.7.1 Relay access denied'), false],
    ['refused', reply('RCPT TO', '550 relay not permitted'), false],
    ['refused', reply('RCPT TO', '550 Administrative prohibition'), false],
    ['refused', reply('RCPT TO', '530 Authentication required'), false],
    ['refused', reply('RCPT TO', '554 Client host [192.0.2.1] blocked by bl.example'), false],
    ['delayed', reply('RCPT TO', '450 4.2.0 Greylisted'), false],
    ['delayed', reply('RCPT TO', '452 4.2.2 Mailbox full'), false],
    ['refused', reply('DATA', '554 5.7.1 Looks like spam'), true],
    ['gone', reply('DATA', '550 5.1.1 No such user'), true],
    ['delayed', reply('DATA', '451 4.3.0 Try again later'), true],
    ['refused', reply('DATA', '554 No valid recipients'), false],
    ['blocked', reply('MAIL FROM', '550 5.7.1 Sender not allowed'), false],
    ['blocked', reply('AUTH PLAIN', '535 5.7.8 Bad credentials'), false],
    ['blocked', failure({ code: 'EAUTH' }), false],
    ['unreachable', reply('MAIL FROM', '421 Too many connections'), false],
    ['unreachable', failure({ code: 'ECONNECTION', command: 'CONN' }), false],
    ['unreachable', failure({ code: 'ETIMEDOUT', command: 'CONN' }), false],
    ['uncertain', failure({ code: 'ECONNECTION', command: 'CONN' }), true],
    ['uncertain', failure({ code: 'ETIMEDOUT', command: 'CONN' }), true],
  ] as const)('returns %s for %o (transmitting: %s)', (kind, error, isTransmitting) => {
    expect(classifySmtpError(error, isTransmitting).kind).toBe(kind)
  })

  it('includes the reply of the server', () => {
    expect(classifySmtpError(reply('RCPT TO', '550 5.1.1 No such user'), false)).toEqual({
      kind: 'gone',
      reason: '550 5.1.1 No such user',
    })
  })
})

describe('a server whose certificate no authority has signed', () => {
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
