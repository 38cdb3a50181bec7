/**
 * - `gone`: the address does not exist or is permanently disabled
 * - `refused`: this email is rejected for any address
 * - `delayed`: a temporary rejection
 * - `blocked`: this sender is rejected until its configuration is fixed
 * - `uncertain`: the connection was lost during transmission
 */
export type DeliveryResult =
  | { kind: 'sent' }
  | {
      kind: 'gone' | 'refused' | 'delayed' | 'unreachable' | 'blocked' | 'uncertain'
      reason: string
    }

export type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

/** RFC 3463: bad address (5.1.x) or disabled mailbox (5.2.1). */
const BAD_ADDRESS_CODE = /\b5\.(?:1\.\d{1,3}|2\.1)\b/
/** RFC 3463: network (5.3.x, 5.4.x) or policy (5.7.x). */
const POLICY_CODE = /\b5\.[347]\.\d{1,3}\b/
const ENHANCED_CODE = /\b5\.\d{1,3}\.\d{1,3}\b/
/** Texts of servers without enhanced codes, such as "550 relay not permitted". */
const POLICY_WORDS =
  /relay|authenti|log ?in|block|black|den(?:y|ied)|not (?:permitted|allowed)|policy|prohibit|spam/i
const MAX_REASON_LENGTH = 300

/** Classifies by the failed command (RFC 5321 §4.2) and the status code (RFC 3463). */
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
