import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import { addressee, type ComposedMail, composeMail, dkimOf, type Mail, type MailEnv } from './mail.server.ts'

/** What is each recipient's own: the address, what stands in links, and what the Message-ID begins with. */
export type Own = { to: string; token: string; id: string }

/** Writes the letter of one recipient. @throws when `to` is not exactly one email address */
export type Stencil = (own: Own) => Promise<ComposedMail>

/** A place in a letter where something of the recipient's stands, or the text up to the next. */
type Piece = Buffer | { own: keyof Own | 'date' }

/** A link must not be longer than a line of quoted-printable has room for (RFC 2045 §6.7). */
const TOKEN = /^[\w.-]{1,75}$/
const SOFT_BREAK = '=\r\n'

/**
 * Prepares a letter that many get. Encoding it takes most of the time that a letter costs, so it is done once; only what is
 * each recipient's own is put in, and the whole signed, again and again.
 *
 * @param mailFor the letter to somebody; called once, with marks in place of what is theirs
 */
export async function cutStencil(mailFor: (own: Own) => Mail, given: MailEnv): Promise<Stencil> {
  const mark = () => randomBytes(16).toString('hex')
  const marks: Own = { to: `${mark()}@recipient.invalid`, token: mark(), id: mark() }
  const { DKIM_KEY: _, ...unsigned } = given
  const mail: Mail = { ...mailFor(marks), encoding: 'quoted-printable' }
  const { from, bytes } = await composeMail(mail, unsigned)
  const whole = bytes.toString('latin1')
  const bodyAt = whole.indexOf('\r\n\r\n')
  const pieces = [...splitHead(whole.slice(0, bodyAt), marks), ...splitBody(whole.slice(bodyAt), marks.token)]
  const { dkim } = dkimOf(given)
  const signer = dkim && new DKIM(dkim)
  return async (own) => {
    if (!TOKEN.test(own.token)) throw new Error('What stands in a link is too long')
    const values = { ...own, to: addressee.parse(own.to), date: dateOf(new Date()) }
    const letter = Buffer.concat(
      pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : Buffer.from(values[piece.own], 'latin1'))),
    )
    return { from, to: own.to, bytes: signer ? await buffer(signer.sign(letter)) : letter }
  }
}

function splitHead(head: string, { to, token, id }: Own): Piece[] {
  const places = new Map<string, Piece>([
    [to, { own: 'to' }],
    [token, { own: 'token' }],
    [id, { own: 'id' }],
  ])
  return head
    .split(new RegExp(`(${to}|${token}|${id}|(?<=^Date: ).*$)`, 'm'))
    .map((part, index) => places.get(part) ?? (index % 2 ? { own: 'date' } : Buffer.from(part, 'latin1')))
}

/** The body is quoted-printable, in which a line may be broken anywhere: so a value has a line of its own. */
function splitBody(body: string, token: string): Piece[] {
  const broken = new RegExp([...token].join(`(?:${SOFT_BREAK})?`))
  return body
    .split(broken)
    .flatMap((part, index): Piece[] =>
      index === 0
        ? [Buffer.from(part, 'latin1')]
        : [Buffer.from(SOFT_BREAK), { own: 'token' }, Buffer.from(SOFT_BREAK + part, 'latin1')],
    )
}

/** RFC 5322 §3.3. */
function dateOf(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}
