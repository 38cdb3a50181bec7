import { createPrivateKey, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import * as z from 'zod'
import { type Env, env } from './env.server.ts'
import { siteOrigin } from './site-origin.server.ts'

export type EmailMessage = {
  to: string
  /** Ignored if MAIL_FROM has a display name. */
  fromName?: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
  /** Without angle brackets. Default: generated. */
  messageId?: string
  /** Default: chosen by content. */
  encoding?: 'quoted-printable'
}

export type ComposedEmail = { from: string; to: string; bytes: Buffer }

export type MailTransportKind = 'smtp' | 'outbox'

export type MailEnv = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'> &
  Partial<Pick<Env, 'DKIM_DOMAIN' | 'DKIM_SELECTOR' | 'DKIM_KEY'>>

const SMTP_TIMEOUT_MS = 15_000
export const SMTP_TIMEOUTS = {
  connectionTimeout: SMTP_TIMEOUT_MS,
  greetingTimeout: SMTP_TIMEOUT_MS,
  socketTimeout: SMTP_TIMEOUT_MS,
}
export const SHUTDOWN_TIMEOUT_MS = 10_000
/** Prevents embedding of files and remote resources. */
const NO_EXTERNAL_CONTENT = { disableFileAccess: true, disableUrlAccess: true }
/** nodemailer's default omits List-Unsubscribe-Post, which must be signed (RFC 8058 §4). */
const SIGNED_FIELDS =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-Id:List-Unsubscribe:List-Unsubscribe-Post'
export const recipientAddress = z
  .email({ pattern: z.regexes.html5Email, error: 'The recipient is not a valid email address' })
  .max(254)

export function mailTransportKind({ SMTP_URL }: MailEnv = env()): MailTransportKind {
  return SMTP_URL ? 'smtp' : 'outbox'
}

/**
 * Sends an email by SMTP_URL, or writes it to DATA_DIR/outbox if that is not set.
 *
 * @throws when `to` is not exactly one email address, the mail server rejects the email, or the file cannot be written
 */
export async function sendEmail(message: EmailMessage, given: MailEnv = env()): Promise<void> {
  if (given.SMTP_URL) {
    const options = { url: given.SMTP_URL, ...SMTP_TIMEOUTS, ...dkimOptions(given) }
    await createTransport(options, NO_EXTERNAL_CONTENT).sendMail(toNodemailer(message, given))
    return
  }
  const { bytes } = await composeEmail(message, given)
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
  await writeToOutbox(name, bytes, given)
}

/** @throws when `to` is not exactly one email address, or DKIM_KEY is invalid */
export async function composeEmail(message: EmailMessage, given: MailEnv = env()): Promise<ComposedEmail> {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...dkimOptions(given),
  })
  const composed = await transport.sendMail(toNodemailer(message, given))
  return { from: composed.envelope.from || '', to: message.to, bytes: composed.message as Buffer }
}

/** Writes the file atomically. */
export async function writeToOutbox(name: string, bytes: Buffer, given: MailEnv = env()): Promise<void> {
  const folder = join(given.DATA_DIR, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const partial = join(folder, `.${name}.part`)
  await writeFile(partial, bytes, { mode: 0o600 })
  await rename(partial, join(folder, name))
}

const OUTBOX_RETENTION_MS = 30 * 86_400_000
const MAX_OUTBOX_FILES = 10_000

/**
 * Deletes emails of the outbox that are older than 30 days, and all but the newest 10,000.
 *
 * @returns their number
 */
export async function sweepOutbox(
  now: Date,
  { DATA_DIR }: Pick<MailEnv, 'DATA_DIR'>,
  maxFiles: number = MAX_OUTBOX_FILES,
): Promise<number> {
  const folder = join(DATA_DIR, 'outbox')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files: { path: string; writtenAt: number }[] = []
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found) files.push({ path, writtenAt: found.mtimeMs })
  }
  files.sort((a, b) => b.writtenAt - a.writtenAt)
  const oldest = now.getTime() - OUTBOX_RETENTION_MS
  const old = files.filter(({ writtenAt }, index) => index >= maxFiles || writtenAt < oldest)
  for (const { path } of old) await rm(path, { force: true })
  return old.length
}

function toNodemailer(message: EmailMessage, given: MailEnv) {
  return {
    // A string would be parsed as a list of addresses.
    to: { name: '', address: recipientAddress.parse(message.to) },
    from: senderOf(message, given),
    subject: toSingleLine(message.subject),
    text: message.text,
    html: message.html,
    ...(message.encoding ? { encoding: message.encoding } : {}),
    ...(message.messageId ? { messageId: `<${message.messageId}>` } : {}),
    // Suppresses out-of-office replies (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated', ...message.headers },
    ...NO_EXTERNAL_CONTENT,
  }
}

function senderOf({ fromName }: EmailMessage, { MAIL_FROM }: MailEnv) {
  const sender = MAIL_FROM ?? `no-reply@${new URL(siteOrigin()).hostname}`
  return fromName && !sender.includes('<') ? { name: toSingleLine(fromName), address: sender } : sender
}

/** Empty if DKIM is not configured. */
export function dkimOptions({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_KEY }: MailEnv) {
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_KEY) return {}
  const dkim = {
    domainName: DKIM_DOMAIN,
    keySelector: DKIM_SELECTOR,
    // An invalid string would leave emails unsigned.
    privateKey: createPrivateKey(DKIM_KEY),
    headerFieldNames: SIGNED_FIELDS,
  }
  return { dkim }
}

/** Prevents header injection. */
function toSingleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
