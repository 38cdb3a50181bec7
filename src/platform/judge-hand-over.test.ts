import { describe, expect, it } from 'vitest'
import { judgeHandOver } from './judge-hand-over.ts'

const failure = (more: object) => Object.assign(new Error('It failed'), more)
const answer = (command: string, response: string) =>
  failure({ command, response, responseCode: Number(response.slice(0, 3)) })

describe('judgeHandOver', () => {
  it.each([
    ['gone', answer('RCPT TO', '550 5.1.1 No such user'), false],
    ['gone', answer('RCPT TO', '550 No such person here'), false],
    ['gone', answer('RCPT TO', '550 5.2.1 Mailbox disabled'), false],
    ['gone', answer('RCPT TO', '550 5.1.1 Relay knows no such user'), false],
    ['refused', answer('RCPT TO', '554 5.7.1 Relay access denied'), false],
    ['refused', answer('RCPT TO', '550 relay not permitted'), false],
    ['refused', answer('RCPT TO', '550 Administrative prohibition'), false],
    ['refused', answer('RCPT TO', '530 Authentication required'), false],
    ['refused', answer('RCPT TO', '554 Client host [192.0.2.1] blocked by bl.example'), false],
    ['delayed', answer('RCPT TO', '450 4.2.0 Greylisted'), false],
    ['delayed', answer('RCPT TO', '452 4.2.2 Mailbox full'), false],
    ['refused', answer('DATA', '554 5.7.1 Looks like spam'), true],
    ['gone', answer('DATA', '550 5.1.1 No such user'), true],
    ['delayed', answer('DATA', '451 4.3.0 Try again later'), true],
    ['refused', answer('DATA', '554 No valid recipients'), false],
    ['blocked', answer('MAIL FROM', '550 5.7.1 Sender not allowed'), false],
    ['blocked', answer('AUTH PLAIN', '535 5.7.8 Bad credentials'), false],
    ['blocked', failure({ code: 'EAUTH' }), false],
    ['unreachable', answer('MAIL FROM', '421 Too many connections'), false],
    ['unreachable', failure({ code: 'ECONNECTION', command: 'CONN' }), false],
    ['unreachable', failure({ code: 'ETIMEDOUT', command: 'CONN' }), false],
    ['uncertain', failure({ code: 'ECONNECTION', command: 'CONN' }), true],
    ['uncertain', failure({ code: 'ETIMEDOUT', command: 'CONN' }), true],
  ] as const)('is %s after %o (under way: %s)', (kind, error, wasUnderWay) => {
    expect(judgeHandOver(error, wasUnderWay).kind).toBe(kind)
  })

  it('gives the words of the server', () => {
    expect(judgeHandOver(answer('RCPT TO', '550 5.1.1 No such user'), false)).toEqual({
      kind: 'gone',
      reason: '550 5.1.1 No such user',
    })
  })
})
