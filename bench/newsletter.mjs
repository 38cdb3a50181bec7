import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { residentMemory } from './processes.mjs'

const RECIPIENTS = 10_000
/** The highest that can be set: what is measured is what the sender can do. */
const RATE = 500
const LOOK_MS = 250

/**
 * A mail server that takes every letter and keeps none. It does no more than it must, since it shares the machine with what is
 * measured.
 *
 * @returns {Promise<{ url: string, letters: () => number, close: () => void }>}
 */
export async function openSink() {
  let letters = 0
  const server = createServer((socket) => {
    let isLetter = false
    let text = ''
    socket
      .setEncoding('latin1')
      .setNoDelay()
      .on('error', () => {})
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      text += chunk
      for (;;) {
        const end = isLetter ? '\r\n.\r\n' : '\r\n'
        const at = text.indexOf(end)
        if (at < 0) return
        const command = isLetter ? '.' : text.slice(0, at).toUpperCase()
        text = text.slice(at + end.length)
        isLetter = command === 'DATA'
        if (command === '.') letters += 1
        socket.write(replyTo(command))
        if (command === 'QUIT') socket.end()
      }
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${server.address().port}`,
    letters: () => letters,
    close: () => server.close(),
  }
}

function replyTo(command) {
  if (command.startsWith('EHLO')) return '250-sink\r\n250 PIPELINING\r\n'
  if (command === 'DATA') return '354 go on\r\n'
  return command === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n'
}

/**
 * Sends a campaign to 10,000 recipients.
 *
 * @returns messages a second, and the server's memory in MB: before, at most until a fifth had gone, and at most in all
 */
export async function sendCampaign(client, sink, pid) {
  await client.query(
    "insert into newsletter_subscribers (email) select 'reader' || n || '@example.org' from generate_series(1, $1::int) as n",
    [RECIPIENTS],
  )
  await client.query(
    "insert into site_settings values ('newsletter_rate', $1) on conflict (setting_name) do update set setting_value = $1",
    [String(RATE)],
  )
  const before = residentMemory(pid)
  const started = performance.now()
  await client.query(`with campaign as (
      insert into newsletter_campaigns (template, subject, html, text)
      values ('announcement', 'News', repeat('<p>All is well.</p>', 500) || 'https://unsubscribe.invalid/', repeat('All is well. ', 500))
      returning id
    ) insert into newsletter_deliveries (campaign_id, subscriber_id)
      select campaign.id, s.id from campaign, newsletter_subscribers as s`)
  let early = before
  let most = before
  while (sink.letters() < RECIPIENTS) {
    await delay(LOOK_MS)
    most = Math.max(most, residentMemory(pid))
    if (sink.letters() < RECIPIENTS / 5) early = most
  }
  const seconds = (performance.now() - started) / 1000
  return { recipients: RECIPIENTS, rate: RECIPIENTS / seconds, before, early, most }
}
