import { createPrivateKey, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import * as z from 'zod'
import { type Env, env } from './env.server.ts'
import { siteOrigin } from './site-origin.server.ts'

/** A letter to one person. `html` says the same as `text`, for who would rather have it so. */
export type Mail = {
  to: string
  /** What its sender is called, where MAIL_FROM gives no name. */
  fromName?: string
  subject: string
  text: string
  html?: string
  /** Besides those that every letter has. */
  headers?: Record<string, string>
  /** Without angle brackets; made up where it is left out. */
  messageId?: string
  /** How its text goes over the wire; what suits it best where this is left out. */
  encoding?: 'quoted-printable'
}

/** A letter as it goes over the wire, signed where DKIM is set. */
export type ComposedMail = { from: string; to: string; bytes: Buffer }

/** Where letters go: to a mail server, or into files that the operator reads. */
export type MailTransport = 'smtp' | 'outbox'

export type MailEnv = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'> &
  Partial<Pick<Env, 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_KEY'>>

/** A mail server that does not answer holds nobody for longer. */
const LONGEST_SILENCE_MS = 15_000
export const PATIENCE = {
  connectionTimeout: LONGEST_SILENCE_MS,
  greetingTimeout: LONGEST_SILENCE_MS,
  socketTimeout: LONGEST_SILENCE_MS,
}
/** And a process that is to end for no longer than this. */
export const LONGEST_FAREWELL_MS = 10_000
/** Neither a letter nor its pieces may have files or web addresses read into it. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true }
/** What DKIM signs: by itself the library leaves List-Unsubscribe-Post out, which RFC 8058 §4 wants signed. */
const SIGNED_FIELDS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Id:List-Unsubscribe:List-Unsubscribe-Post'
/** Exactly one email address, of those that browsers take for one: all that can subscribe. */
export const addressee = z
  .email({ pattern: z.regexes.html5Email, error: 'it has no sound email address' })
  .max(254)

/** Which of the two this process uses, so that screens can say plainly where a letter is. */
export function mailTransport({ SMTP_URL }: MailEnv = env()): MailTransport {
  return SMTP_URL ? 'smtp' : 'outbox'
}

/**
 * Sends a letter: by SMTP_URL, or where none is set as an .eml file into DATA_DIR/outbox.
 *
 * @throws when `to` is not exactly one email address, when the mail server does not take the letter, or the file
 *   cannot be written
 */
export async function sendMail(mail: Mail, given: MailEnv = env()): Promise<void> {
  if (given.SMTP_URL) {
    await createTransport({ url: given.SMTP_URL, ...PATIENCE, ...dkimOf(given) }, CLOSED).sendMail(
      messageOf(mail, given),
    )
    return
  }
  const { bytes } = await composeMail(mail, given)
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
  await writeToOutbox(name, bytes, given)
}

/** Writes a letter as bytes. @throws when `to` is not exactly one email address, or the key of DKIM is none */
export async function composeMail(mail: Mail, given: MailEnv = env()): Promise<ComposedMail> {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...dkimOf(given),
  })
  const { envelope, message } = await transport.sendMail(messageOf(mail, given))
  return { from: envelope.from || '', to: mail.to, bytes: message as Buffer }
}

/** Puts a letter into DATA_DIR/outbox, whole or not at all. */
export async function writeToOutbox(name: string, bytes: Buffer, given: MailEnv = env()): Promise<void> {
  const folder = join(given.DATA_DIR, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `.${name}.part`)
  await writeFile(unfinished, bytes, { mode: 0o600 })
  await rename(unfinished, join(folder, name))
}

function messageOf(mail: Mail, given: MailEnv) {
  return {
    // As an object it is not searched for further addresses.
    to: { name: '', address: addressee.parse(mail.to) },
    from: senderOf(mail, given),
    subject: inOneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    ...(mail.encoding ? { encoding: mail.encoding } : {}),
    ...(mail.messageId ? { messageId: `<${mail.messageId}>` } : {}),
    // Out-of-office notices answer people (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    ...CLOSED,
  }
}

function senderOf({ fromName }: Mail, { MAIL_FROM }: MailEnv) {
  const sender = MAIL_FROM ?? `no-reply@${new URL(siteOrigin()).hostname}`
  return fromName && !sender.includes('<') ? { name: inOneLine(fromName), address: sender } : sender
}

/** What nodemailer signs letters by, where that is set. */
export function dkimOf({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY }: MailEnv) {
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_KEY) return {}
  const dkim = {
    domainName: DKIM_DOMAIN,
    keySelector: DKIM_SELECTOR,
    // Read once: the library would read a text anew for each letter, and send it unsigned where that cannot be read.
    privateKey: createPrivateKey(DKIM_KEY),
    headerFieldNames: SIGNED_FIELDS,
  }
  return { dkim }
}

/** What breaks a line would begin another header. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
