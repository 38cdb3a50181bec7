/**
 * How the handing over of a letter to a mail server ended.
 *
 * - `sent`: the server has taken it
 * - `gone`: there is no such address, now or later
 * - `refused`: the server will not take this letter, whatever the address
 * - `delayed`: not now; the same letter may be taken later
 * - `unreachable`: no server to hand anything to, for the moment
 * - `blocked`: the server takes nothing from us until somebody mends that
 * - `uncertain`: the letter was under way when the connection was lost
 */
export type HandOver =
  | { kind: 'sent' }
  | {
      kind: 'gone' | 'refused' | 'delayed' | 'unreachable' | 'blocked' | 'uncertain'
      /** The server's words, or what happened. */
      reason: string
    }

/** What nodemailer says of a failure. */
export type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/** Codes of RFC 3463 that speak of the address (5.1.x) or of a mailbox that is closed or full for good (5.2.1). */
const ADDRESS_IS_BAD = /\b5\.(?:1\.\d{1,3}|2\.1)\b/
/** Those that speak of policy (5.7.x), mostly of the sender, and of the network (5.4.x, 5.3.x). */
const ADDRESS_IS_NOT_MEANT = /\b5\.[347]\.\d{1,3}\b/
/** A code of RFC 3463, of whatever subject. */
const HAS_CODE = /\b5\.\d{1,3}\.\d{1,3}\b/
/** The same in the words of servers that send no such codes: "550 relay not permitted". */
const POLICY_WORDS =
  /relay|authenti|log ?in|block|black|den(?:y|ied)|not (?:permitted|allowed)|policy|prohibit|spam/i
const LONGEST_REASON = 300

/**
 * Judges a failure by where in the conversation it came (RFC 5321 §4.2, RFC 3463).
 *
 * @param wasUnderWay whether the server had begun to be given the letter itself
 */
export function judgeHandOver(error: SmtpError, wasUnderWay: boolean): HandOver {
  const { code, command = '', responseCode } = error
  const reason = (error.response ?? error.message).slice(0, LONGEST_REASON)
  if (!responseCode) {
    if (code === 'EAUTH') return { kind: 'blocked', reason }
    return { kind: wasUnderWay ? 'uncertain' : 'unreachable', reason }
  }
  const isPermanent = responseCode >= 500
  if (command === 'RCPT TO') {
    if (!isPermanent) return { kind: 'delayed', reason }
    const isPolicy = HAS_CODE.test(reason) ? ADDRESS_IS_NOT_MEANT.test(reason) : POLICY_WORDS.test(reason)
    return { kind: isPolicy ? 'refused' : 'gone', reason }
  }
  if (wasUnderWay || command === 'DATA') {
    if (!isPermanent) return { kind: 'delayed', reason }
    return { kind: ADDRESS_IS_BAD.test(reason) ? 'gone' : 'refused', reason }
  }
  return { kind: isPermanent ? 'blocked' : 'unreachable', reason }
}
