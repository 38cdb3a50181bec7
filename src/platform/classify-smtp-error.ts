/**
 * The result of delivering one email to a mail server.
 *
 * - `sent`: the server accepted the email
 * - `gone`: the address does not exist or is disabled for good
 * - `refused`: the server rejects this email, whatever the address
 * - `delayed`: a temporary rejection; the same email may be accepted later
 * - `unreachable`: there is no connection to the server at the moment
 * - `blocked`: the server rejects this sender until an operator fixes the configuration
 * - `uncertain`: the connection was lost while the email was being transmitted
 */
export type DeliveryResult =
  | { kind: 'sent' }
  | {
      kind: 'gone' | 'refused' | 'delayed' | 'unreachable' | 'blocked' | 'uncertain'
      /** The server's reply, or the error message. */
      reason: string
    }

/** An error as nodemailer reports it. */
export type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/** RFC 3463: a bad address (5.1.x) or a disabled mailbox (5.2.1). */
const BAD_ADDRESS_CODE = /\b5\.(?:1\.\d{1,3}|2\.1)\b/
/** RFC 3463: policy (5.7.x), mostly about the sender, or the network (5.3.x, 5.4.x). */
const POLICY_CODE = /\b5\.[347]\.\d{1,3}\b/
const ENHANCED_CODE = /\b5\.\d{1,3}\.\d{1,3}\b/
/** For servers that send no enhanced codes: "550 relay not permitted". */
const POLICY_WORDS =
  /relay|authenti|log ?in|block|black|den(?:y|ied)|not (?:permitted|allowed)|policy|prohibit|spam/i
const MAX_REASON_LENGTH = 300

/**
 * Classifies an SMTP failure by the command that failed (RFC 5321 §4.2) and its status code (RFC 3463).
 *
 * @param isTransmitting whether transmission of the message itself had started
 */
export function classifySmtpError(error: SmtpError, isTransmitting: boolean): DeliveryResult {
  const { code, command = '', responseCode } = error
  const reason = (error.response ?? error.message).slice(0, MAX_REASON_LENGTH)
  if (!responseCode) {
    if (code === 'EAUTH') return { kind: 'blocked', reason }
    return { kind: isTransmitting ? 'uncertain' : 'unreachable', reason }
  }
  const isPermanent = responseCode >= 500
  if (command === 'RCPT TO') {
    if (!isPermanent) return { kind: 'delayed', reason }
    const isPolicy = ENHANCED_CODE.test(reason) ? POLICY_CODE.test(reason) : POLICY_WORDS.test(reason)
    return { kind: isPolicy ? 'refused' : 'gone', reason }
  }
  if (isTransmitting || command === 'DATA') {
    if (!isPermanent) return { kind: 'delayed', reason }
    return { kind: BAD_ADDRESS_CODE.test(reason) ? 'gone' : 'refused', reason }
  }
  return { kind: isPermanent ? 'blocked' : 'unreachable', reason }
}
