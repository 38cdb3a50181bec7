import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type ComposedEmail, type MailEnv, SMTP_TIMEOUTS, writeToOutbox } from './mail.server.ts'

export type MailTransport = {
  /**
   * @param fileName in the outbox, without extension
   * @throws only when that file cannot be written
   */
  deliver(email: ComposedEmail, fileName: string): Promise<DeliveryResult>
  /** Rejects later deliveries too. */
  abort(): void
  close(): void
}

/** Servers filter content before they reply (RFC 5321 §4.5.3.2). */
const REPLY_TIMEOUT_MS = 5 * 60_000

/** Below common servers' limits. */
const MAX_EMAILS_PER_CONNECTION = 100

/** These leave the connection usable. */
const REJECTED = new Set<DeliveryResult['kind']>(['gone', 'refused', 'delayed'])

/** Uses one connection to SMTP_URL, or the outbox. nodemailer's pool would resend an email after a lost connection. */
export function createMailTransport(env: MailEnv): MailTransport {
  if (!env.SMTP_URL) {
    return {
      async deliver({ bytes }, fileName) {
        await writeToOutbox(`${fileName}.eml`, bytes, env)
        return { kind: 'sent' }
      },
      abort() {},
      close() {},
    }
  }
  const options = { ...parseConnectionUrl(env.SMTP_URL), ...SMTP_TIMEOUTS, socketTimeout: REPLY_TIMEOUT_MS }
  let open: { connection: SMTPConnection; emails: number } | undefined
  let isAborted = false
  let rejectPending: ((error: Error) => void) | undefined

  function run(command: (done: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      rejectPending = reject
      if (isAborted) abort()
      else command((error) => (error ? reject(error) : resolve()))
    })
  }

  function abort(): void {
    isAborted = true
    rejectPending?.(new Error('Masthead was stopped before the mail server replied'))
  }

  async function connect(): Promise<SMTPConnection> {
    if (open && open.emails < MAX_EMAILS_PER_CONNECTION) {
      open.emails += 1
      return open.connection
    }
    close()
    const connection = new SMTPConnection(options)
    const onLost = () => {
      if (open?.connection === connection) open = undefined
    }
    connection.on('error', onLost).on('end', onLost)
    await run((done) => connectAndLogIn(connection, options, done)).catch((error) => {
      connection.close()
      throw error
    })
    open = { connection, emails: 1 }
    return connection
  }

  function reset(): Promise<boolean> {
    const connection = open?.connection
    if (!connection) return Promise.resolve(false)
    const ended = Promise.withResolvers<never>()
    connection.once('end', ended.reject)
    return Promise.race([run((done) => connection.reset(done)), ended.promise])
      .then(
        () => true,
        () => false,
      )
      .finally(() => connection.off('end', ended.reject))
  }

  function disconnect(): void {
    open?.connection.close()
    open = undefined
  }

  function close(): void {
    open?.connection.quit()
    open = undefined
  }

  return {
    async deliver({ from, to, bytes }) {
      let isTransmitting = false
      // Not read before the server has accepted DATA.
      const message = new Readable({
        read() {
          isTransmitting = true
          this.push(bytes)
          this.push(null)
        },
      })
      try {
        const connection = await connect()
        const envelope = { from, to: [to], size: bytes.length }
        await run((done) => connection.send(envelope, message, done))
        return { kind: 'sent' }
      } catch (error) {
        const result = classifySmtpError(error as SmtpError, isTransmitting)
        if (!REJECTED.has(result.kind) || !(await reset())) disconnect()
        return result
      }
    },
    abort,
    close,
  }
}

function connectAndLogIn(
  connection: SMTPConnection,
  { auth }: ReturnType<typeof parseConnectionUrl>,
  done: (error?: Error | null) => void,
): void {
  connection.once('error', done)
  connection.connect((error) => {
    if (error || !auth?.user) return done(error)
    connection.login({ credentials: { user: auth.user, pass: auth.pass ?? '' } }, (refusal) => done(refusal))
  })
}

/**
 * - `gone`: the address does not exist or is permanently disabled
 *
 * - `refused`: this email is rejected for any address
 * - `delayed`: a temporary rejection
 * - `blocked`: the sender is rejected until its configuration is fixed
 * - `uncertain`: the connection was lost during transmission
 */
export type DeliveryResult =
  | { kind: 'sent' }
  | {
      kind: 'gone' | 'refused' | 'delayed' | 'unreachable' | 'blocked' | 'uncertain'
      reason: string
    }

type SmtpError = Error & { code?: string; command?: string; responseCode?: number; response?: string }

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
