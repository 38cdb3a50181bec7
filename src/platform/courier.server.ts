import { Readable } from 'node:stream'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type HandOver, judgeHandOver, type SmtpError } from './judge-hand-over.ts'
import { type ComposedMail, type MailEnv, PATIENCE, writeToOutbox } from './mail.server.ts'

/** Hands over one letter after another, and knows of each how that ended. */
export type Courier = {
  /** @param name what the letter's file is called where it goes to the outbox; never rejects but where that cannot be written */
  handOver(mail: ComposedMail, name: string): Promise<HandOver>
  /** Waits no longer for the mail server, now or later. */
  abandon(): void
  close(): void
}

/**
 * A server that looks through a letter before it takes it needs longer than one that is merely slow (RFC 5321 §4.5.3.2 asks for
 * five minutes and more), and a letter given up meanwhile would be uncertain.
 */
const LONGEST_ANSWER_MS = 5 * 60_000

/** Mail servers end a connection after so many letters; better at a time of our choosing. */
const LETTERS_A_CONNECTION = 100

/** Where the server has refused a letter, but not us. */
const ANSWERED = new Set<HandOver['kind']>(['gone', 'refused', 'delayed'])

/**
 * A courier to SMTP_URL on one connection, which is opened when needed; where none is set, to the outbox. nodemailer's own
 * pool would hand a letter over again after a connection was lost in the middle, so that somebody might get two.
 */
export function openCourier(env: MailEnv): Courier {
  if (!env.SMTP_URL) {
    return {
      async handOver({ bytes }, name) {
        await writeToOutbox(`${name}.eml`, bytes, env)
        return { kind: 'sent' }
      },
      abandon() {},
      close() {},
    }
  }
  const options = { ...parseConnectionUrl(env.SMTP_URL), ...PATIENCE, socketTimeout: LONGEST_ANSWER_MS }
  let open: { connection: SMTPConnection; letters: number } | undefined
  let isAbandoned = false
  let abandonStep: ((error: Error) => void) | undefined

  /** Whatever waits for the server. */
  function step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      abandonStep = reject
      if (isAbandoned) abandon()
      else begin((error) => (error ? reject(error) : resolve()))
    })
  }

  function abandon(): void {
    isAbandoned = true
    abandonStep?.(new Error('Masthead was stopped before the mail server had answered'))
  }

  async function connected(): Promise<SMTPConnection> {
    if (open && open.letters < LETTERS_A_CONNECTION) {
      open.letters += 1
      return open.connection
    }
    close()
    const connection = new SMTPConnection(options)
    const lose = () => {
      if (open?.connection === connection) open = undefined
    }
    connection.on('error', lose).on('end', lose)
    await step((done) => connect(connection, options, done)).catch((error) => {
      connection.close()
      throw error
    })
    open = { connection, letters: 1 }
    return connection
  }

  /** Ends what was begun with a letter that was not taken, so that the next can go over the same connection. */
  function isReset(): Promise<boolean> {
    const connection = open?.connection
    if (!connection) return Promise.resolve(false)
    const ended = Promise.withResolvers<never>()
    connection.once('end', ended.reject)
    return Promise.race([step((done) => connection.reset(done)), ended.promise])
      .then(
        () => true,
        () => false,
      )
      .finally(() => connection.off('end', ended.reject))
  }

  function drop(): void {
    open?.connection.close()
    open = undefined
  }

  function close(): void {
    open?.connection.quit()
    open = undefined
  }

  return {
    async handOver({ from, to, bytes }, _name) {
      let isUnderWay = false
      // It is read from only once the server has asked for the letter itself.
      const letter = new Readable({
        read() {
          isUnderWay = true
          this.push(bytes)
          this.push(null)
        },
      })
      try {
        const connection = await connected()
        const envelope = { from, to: [to], size: bytes.length }
        await step((done) => connection.send(envelope, letter, done))
        return { kind: 'sent' }
      } catch (error) {
        const outcome = judgeHandOver(error as SmtpError, isUnderWay)
        if (!ANSWERED.has(outcome.kind) || !(await isReset())) drop()
        return outcome
      }
    },
    abandon,
    close,
  }
}

function connect(
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
