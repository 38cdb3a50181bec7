import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import * as z from 'zod'
import { type Env, env } from './env.server.ts'
import { siteOrigin } from './site-origin.server.ts'

/** A letter to one person. `html` says the same as `text`, for who would rather have it so. */
export type Mail = { to: string; subject: string; text: string; html?: string }

/** Where letters go: to a mail server, or into files that the operator reads. */
export type MailTransport = 'smtp' | 'outbox'

type MailEnv = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>

/** A mail server that does not answer holds nobody for longer. */
const LONGEST_SILENCE_MS = 15_000
/** Neither a letter nor its pieces may have files or web addresses read into it. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }
const addressee = z.email().max(254)

/** Which of the two this process uses, so that screens can say plainly where a letter is. */
export function mailTransport({ SMTP_URL }: MailEnv = env()): MailTransport {
  return SMTP_URL ? 'smtp' : 'outbox'
}

/**
 * Sends a letter: by SMTP_URL, or where none is set as an .eml file into DATA_DIR/outbox.
 *
 * @throws when `to` is not exactly one e-mail address, when the mail server does not take the letter, or the file
 *   cannot be written
 */
export async function sendMail(mail: Mail, given: MailEnv = env()): Promise<void> {
  const message = {
    // As an object it is not searched for further addresses.
    to: { name: '', address: addressee.parse(mail.to) },
    from: given.MAIL_FROM ?? `no-reply@${new URL(siteOrigin()).hostname}`,
    subject: inOneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    // Out-of-office notices answer people (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...CLOSED,
  }
  if (given.SMTP_URL) {
    await createTransport(
      {
        url: given.SMTP_URL,
        connectionTimeout: LONGEST_SILENCE_MS,
        greetingTimeout: LONGEST_SILENCE_MS,
        socketTimeout: LONGEST_SILENCE_MS,
      },
      CLOSED,
    ).sendMail(message)
    return
  }
  const { message: bytes } = await createTransport({ streamTransport: true, buffer: true }).sendMail(message)
  const folder = join(given.DATA_DIR, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
  await writeFile(join(folder, name), bytes as Buffer, { mode: 0o600 })
}

/** What breaks a line would begin another header. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
