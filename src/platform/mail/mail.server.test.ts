import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { composeEmail, mailTransportKind, sendEmail, sweepOutbox } from './mail.server.ts'

type Received = { from: string; to: string[]; text: string }

const received: Received[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('gone@') ? new Error('No such user here') : null),
  async onData(stream, { envelope }, done) {
    let text = ''
    for await (const chunk of stream) text += chunk
    received.push({
      from: envelope.mailFrom ? envelope.mailFrom.address : '',
      to: envelope.rcptTo.map(({ address }) => address),
      text,
    })
    done()
  },
})

let DATA_DIR: string
let smtp: { SMTP_URL: string; MAIL_FROM: string; DATA_DIR: string }
beforeAll(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'mail-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  smtp = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'The Courier <news@courier.example>', DATA_DIR }
})
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve))
  await rm(DATA_DIR, { recursive: true })
})

const message = { to: 'reader@example.org', subject: 'Good morning', text: 'Dear reader,\n' }

describe('sendEmail with a mail server', () => {
  it('delivers the email', async () => {
    await sendEmail({ ...message, html: '<p>Dear reader,</p>' }, smtp)
    const mail = received.at(-1)
    expect(mail).toMatchObject({ from: 'news@courier.example', to: ['reader@example.org'] })
    expect(mail?.text).toMatch(/^From: The Courier <news@courier\.example>\r?$/m)
    expect(mail?.text).toMatch(/^Subject: Good morning\r?$/m)
    expect(mail?.text).toMatch(/^Content-Type: multipart\/alternative/m)
    expect(mailTransportKind(smtp)).toBe('smtp')
  })

  it.each([
    ['\r\n', 'Hello\r\nBcc: victim@example.org'],
    ['a lone line feed', 'Hello\nBcc: victim@example.org\n\nAnother body'],
    ['a line separator', 'Hello\u2028Bcc: victim@example.org'],
  ])('keeps a subject with %s in one header', async (_, subject) => {
    await sendEmail({ ...message, subject }, smtp)
    const mail = received.at(-1)
    expect(mail?.to).toEqual(['reader@example.org'])
    expect(mail?.text).not.toMatch(/^Bcc:/im)
    expect(mail?.text).toMatch(/^Subject: Hello Bcc: victim@example\.org/m)
  })

  it.each([
    ['no name', 'news@courier.example', 'The Courier', 'The Courier <news@courier.example>'],
    ['a name', 'Ada <news@courier.example>', 'The Courier', 'Ada <news@courier.example>'],
    ['no name and no site name', 'news@courier.example', undefined, 'news@courier.example'],
    [
      'no name',
      'news@courier.example',
      'X <x@evil.example>, "\r\nBcc: v@example.org',
      '"X <x@evil.example>, \\" Bcc: v@example.org" <news@courier.example>',
    ],
    ['no name', 'news@courier.example', 'Süd', '=?UTF-8?Q?S=C3=BCd?= <news@courier.example>'],
  ])('sets the sender when MAIL_FROM has %s: %s, %j', async (_, MAIL_FROM, fromName, from) => {
    await sendEmail({ ...message, fromName }, { ...smtp, MAIL_FROM })
    const mail = received.at(-1)
    expect(mail?.from).toBe('news@courier.example')
    expect(mail?.text.replaceAll(/\r\n[ \t]/g, ' ')).toContain(`From: ${from}\r\n`)
    expect(mail?.text).not.toMatch(/^Bcc:/im)
  })

  it.each([
    'reader@example.org, victim@example.org',
    'reader@example.org\r\nBcc: victim@example.org',
    'reader@example.org\nRCPT TO:<victim@example.org>',
    'Reader <reader@example.org>',
    '"a@b.example>, <victim@example.org"@example.org',
    '',
  ])('does not send to %j', async (to) => {
    const before = received.length
    await expect(sendEmail({ ...message, to }, smtp)).rejects.toThrow()
    expect(received).toHaveLength(before)
  })

  it('rejects when the server refuses the email', async () => {
    await expect(sendEmail({ ...message, to: 'gone@example.org' }, smtp)).rejects.toThrow()
    const nowhere = { ...smtp, SMTP_URL: 'smtp://127.0.0.1:1' }
    await expect(sendEmail(message, nowhere)).rejects.toThrow()
  })
})

describe('sendEmail without a mail server', () => {
  it('writes a file that only the operator can read', async () => {
    await sendEmail(message, { DATA_DIR })
    expect(mailTransportKind({ DATA_DIR })).toBe('outbox')
    const folder = join(DATA_DIR, 'outbox')
    const [name = '', ...others] = await readdir(folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT.*\.eml$/)
    expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
    const text = await readFile(join(folder, name), 'utf8')
    expect(text).toMatch(/^To: reader@example\.org\r?$/m)
    expect(text).toContain('Dear reader,')
  })
})

describe('sweepOutbox', () => {
  it('deletes files that are older than 30 days, and the oldest of too many', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
    try {
      expect(await sweepOutbox(new Date(), { DATA_DIR: folder })).toBe(0)
      const outbox = join(folder, 'outbox')
      await mkdir(outbox)
      const now = new Date('2026-11-23T08:00:00Z')
      for (const days of [0, 1, 29, 31]) {
        const path = join(outbox, `${days}.eml`)
        await writeFile(path, '')
        const at = new Date(now.getTime() - days * 86_400_000)
        await utimes(path, at, at)
      }
      expect(await sweepOutbox(now, { DATA_DIR: folder })).toBe(1)
      expect((await readdir(outbox)).sort()).toEqual(['0.eml', '1.eml', '29.eml'])
      expect(await sweepOutbox(now, { DATA_DIR: folder }, 2)).toBe(1)
      expect((await readdir(outbox)).sort()).toEqual(['0.eml', '1.eml'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

it('signs emails with DKIM, including the List-Unsubscribe headers', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 1024,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const headers = {
    'List-Unsubscribe': '<https://paper.example/leave>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  const dkim = { DKIM_DOMAIN: 'courier.example', DKIM_SELECTOR: 'news', DKIM_KEY: privateKey }
  const { bytes } = await composeEmail({ ...message, headers }, { ...smtp, ...dkim })
  const signature = /^DKIM-Signature:(?:.*\r\n)(?:[ \t].*\r\n)*/m
    .exec(bytes.toString())?.[0]
    .replaceAll(/\s/g, '')
  expect(signature).toContain('d=courier.example')
  expect(signature).toMatch(/h=[^;]*\bList-Unsubscribe:List-Unsubscribe-Post\b/i)
})
