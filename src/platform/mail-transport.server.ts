import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { classifySmtpError, type DeliveryResult, type SmtpError } from './classify-smtp-error.ts'
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

/**
 * Uses one connection to SMTP_URL, or else the outbox. nodemailer's pool would resend an email after a lost connection.
 */
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
