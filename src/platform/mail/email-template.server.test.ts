import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { compileEmailTemplate } from './email-template.server.ts'
import { composeEmail, type EmailMessage } from './mail.server.ts'

const ENV = { SMTP_URL: undefined, MAIL_FROM: 'The Courier <news@courier.example>', DATA_DIR: '/nowhere' }
const FIELDS = { to: "o'neill+news@example.org", token: `${'A-b_'.repeat(18)}.`, id: 'campaign.1' }
const messageFor =
  ({ text, html, subject }: { text: string; html: string; subject: string }) =>
  ({ to, token, id }: typeof FIELDS): EmailMessage => {
    const link = `https://paper.example/leave/${token}`
    return {
      to,
      subject,
      text: text.replaceAll('LINK', link),
      html: html.replaceAll('LINK', link),
      messageId: `${id}@paper.example`,
      headers: { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }
  }

/** Unfolded header fields, without those that are unique to each email. */
const fieldsOf = (email: string) =>
  email
    .slice(0, email.indexOf('\r\n\r\n'))
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .filter((field) => !/^(Date|DKIM-Signature):/.test(field))
    .map((field) => field.replace(/boundary=.*/, ''))

/** The decoded text and HTML of an email (RFC 2045 §6.7). */
const bodiesOf = (email: string) =>
  email
    .split(/Content-Transfer-Encoding: quoted-printable\r\n\r\n/)
    .slice(1)
    .map((part) => part.slice(0, part.search(/\r\n--/)).replaceAll('=\r\n', ''))
    .map((part) =>
      part.replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    )
    .map((part) => Buffer.from(part, 'latin1').toString())

it.each([
  ['short lines', 'Hello.\n\nLINK\n', '<p>Hello. <a href="LINK">Leave</a></p>', 'Good morning'],
  [
    'a long line with the link three times',
    `${'word '.repeat(60)}LINK`,
    `${'x'.repeat(500)}LINK,LINK`,
    'Long',
  ],
  [
    'Arabic',
    'أخبار اليوم\nLINK\nمع السلامة',
    '<p dir="rtl">أخبار <a href="LINK">إلغاء</a></p>',
    'أخبار اليوم: '.repeat(9),
  ],
  ['no link, and lines that start with a dot', '.\n..\nend\n', '<p>.</p>\n.\n', '📰 News'],
])('renders the same email as composing it on its own: %s', async (_, text, html, subject) => {
  const message = messageFor({ text, html, subject })
  const render = await compileEmailTemplate(message, ENV)
  const { from, to, bytes } = await render(FIELDS)
  const plain = await composeEmail({ ...message(FIELDS), encoding: 'quoted-printable' }, ENV)
  expect({ from, to }).toEqual({ from: plain.from, to: plain.to })
  expect(fieldsOf(bytes.toString())).toEqual(fieldsOf(plain.bytes.toString()))
  expect(bodiesOf(bytes.toString())).toEqual(bodiesOf(plain.bytes.toString()))
  expect(bodiesOf(bytes.toString())).toHaveLength(2)
  for (const line of bytes.toString().split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
  const sentAt = Date.parse(/^Date: (.+)\r$/m.exec(bytes.toString())?.[1] ?? '')
  expect(Math.abs(sentAt - Date.now())).toBeLessThan(60_000)
})

it('renders no field of another recipient', async () => {
  const render = await compileEmailTemplate(messageFor({ text: 'LINK', html: 'LINK', subject: 'News' }), ENV)
  const first = (await render(FIELDS)).bytes.toString()
  const second = (
    await render({ to: 'ada@example.org', token: 'B'.repeat(73), id: 'campaign.2' })
  ).bytes.toString()
  expect(second).toMatch(/^To: ada@example\.org\r$/m)
  expect(second).not.toContain('neill')
  expect(second).not.toContain('A-b_')
  expect(first).not.toContain('BBB')
  for (const email of [first, second]) expect(email).not.toMatch(/recipient\.invalid|[0-9a-f]{32}/)
})

it.each([
  ['two addresses', { to: 'ada@example.org, victim@example.org' }],
  ['an address with a line break', { to: 'ada@example.org\r\nBcc: victim@example.org' }],
  ['no address', { to: '' }],
  ['a token with a line break', { token: 'a\r\nb' }],
  ['a token that is too long', { token: 'a'.repeat(76) }],
])('rejects %s', async (_, wrong) => {
  const render = await compileEmailTemplate(messageFor({ text: 'LINK', html: 'LINK', subject: 'News' }), ENV)
  await expect(render({ ...FIELDS, ...wrong })).rejects.toThrow()
})

it('signs each email so that a receiver can verify it (RFC 6376)', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const DKIM_KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signing = { ...ENV, DKIM_DOMAIN: 'courier.example', DKIM_SELECTOR: 'news', DKIM_KEY }
  const message = messageFor({ text: 'Hello  \nLINK\n\n', html: '<p>LINK</p>', subject: 'أخبار '.repeat(30) })
  const render = await compileEmailTemplate(message, signing)
  for (const fields of [FIELDS, { ...FIELDS, to: 'ada@example.org', token: 'C'.repeat(73) }]) {
    const email = (await render(fields)).bytes.toString('latin1')
    expect(email.match(/^DKIM-Signature:/gm)).toHaveLength(1)
    const { isBodyValid, isHeadValid, signed } = verifyDkim(
      email,
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    )
    expect({ isBodyValid, isHeadValid }).toEqual({ isBodyValid: true, isHeadValid: true })
    expect(signed).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
    )
  }
})

/** RFC 6376 §3.4, relaxed canonicalisation. */
function verifyDkim(email: string, publicKey: string) {
  const [head = ''] = email.split('\r\n\r\n', 1)
  const body = email.slice(head.length + 4)
  const relaxed = (field: string) => {
    const colon = field.indexOf(':')
    const value = field
      .slice(colon + 1)
      .replaceAll('\r\n', '')
      .replaceAll(/[ \t]+/g, ' ')
      .trim()
    return `${field.slice(0, colon).trim().toLowerCase()}:${value}`
  }
  const fields = head.split(/\r\n(?![ \t])/)
  const signature = fields.find((field) => field.startsWith('DKIM-Signature:')) ?? ''
  const tags = new Map(
    relaxed(signature)
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag) => {
        const [name = '', ...value] = tag.split('=')
        return [name.trim(), value.join('=').replaceAll(' ', '')]
      }),
  )
  const plainBody = `${body
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trimEnd())
    .join('\r\n')
    .replace(/(\r\n)+$/, '')}\r\n`
  const signed = (tags.get('h') ?? '').toLowerCase().split(':')
  const chosen = signed.flatMap((name) => {
    const field = fields.findLast((text) => text.toLowerCase().startsWith(`${name}:`))
    return field ? [relaxed(field)] : []
  })
  const bare = relaxed(signature).replace(/b=[^;]*$/, 'b=')
  return {
    signed,
    isBodyValid: createHash('sha256').update(plainBody, 'latin1').digest('base64') === tags.get('bh'),
    isHeadValid: createVerify('sha256')
      .update([...chosen, bare].join('\r\n'), 'latin1')
      .verify(createPublicKey(publicKey), tags.get('b') ?? '', 'base64'),
  }
}
