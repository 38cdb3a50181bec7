import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import {
  type ComposedEmail,
  composeEmail,
  dkimOptions,
  type EmailMessage,
  type MailEnv,
  recipientAddress,
} from './mail.server.ts'

/** `id` starts the Message-ID. */
export type RecipientFields = { to: string; token: string; id: string }

/** @throws when `to` is not exactly one email address */
export type EmailRenderer = (fields: RecipientFields) => Promise<ComposedEmail>

type Piece = Buffer | { field: keyof RecipientFields | 'date' }

/** Fits on one line of quoted-printable (RFC 2045 §6.7). */
const TOKEN = /^[\w.-]{1,75}$/
const SOFT_BREAK = '=\r\n'

/**
 * Encodes once; the renderer inserts a recipient's fields and signs.
 *
 * @param messageFor called once, with placeholders
 */
export async function compileEmailTemplate(
  messageFor: (fields: RecipientFields) => EmailMessage,
  env: MailEnv,
): Promise<EmailRenderer> {
  const placeholder = () => randomBytes(16).toString('hex')
  const placeholders = { to: `${placeholder()}@recipient.invalid`, token: placeholder(), id: placeholder() }
  const { DKIM_KEY: _, ...unsigned } = env
  const message: EmailMessage = { ...messageFor(placeholders), encoding: 'quoted-printable' }
  const { from, bytes } = await composeEmail(message, unsigned)
  const source = bytes.toString('latin1')
  const headEnd = source.indexOf('\r\n\r\n')
  const pieces = [
    ...splitHead(source.slice(0, headEnd), placeholders),
    ...splitBody(source.slice(headEnd), placeholders.token),
  ]
  const { dkim } = dkimOptions(env)
  const signer = dkim && new DKIM(dkim)
  return async (fields) => {
    if (!TOKEN.test(fields.token))
      throw new Error('The token is too long or has characters that links cannot have')
    const values = { ...fields, to: recipientAddress.parse(fields.to), date: formatDate(new Date()) }
    const email = Buffer.concat(
      pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : Buffer.from(values[piece.field], 'latin1'))),
    )
    return { from, to: fields.to, bytes: signer ? await buffer(signer.sign(email)) : email }
  }
}

function splitHead(head: string, { to, token, id }: RecipientFields): Piece[] {
  const fields = new Map<string, Piece>([
    [to, { field: 'to' }],
    [token, { field: 'token' }],
    [id, { field: 'id' }],
  ])
  return head
    .split(new RegExp(`(${to}|${token}|${id}|(?<=^Date: ).*$)`, 'm'))
    .map((part, index) => fields.get(part) ?? (index % 2 ? { field: 'date' } : Buffer.from(part, 'latin1')))
}

/** Quoted-printable cannot break the token. */
function splitBody(body: string, token: string): Piece[] {
  const foldedToken = new RegExp([...token].join(`(?:${SOFT_BREAK})?`))
  return body
    .split(foldedToken)
    .flatMap((part, index): Piece[] =>
      index === 0
        ? [Buffer.from(part, 'latin1')]
        : [Buffer.from(SOFT_BREAK), { field: 'token' }, Buffer.from(SOFT_BREAK + part, 'latin1')],
    )
}

/** RFC 5322 §3.3. */
function formatDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}
