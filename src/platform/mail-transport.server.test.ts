import { describe, expect, it } from 'vitest'
import { classifySmtpError } from './mail-transport.server.ts'

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
