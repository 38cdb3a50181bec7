import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { residentMemoryMb } from './processes.mjs'

const RECIPIENTS = 10_000
/** Emails per second: the highest rate that can be set, so that the sender is the limit. */
const MAX_RATE = 500
const POLL_INTERVAL_MS = 250

/**
 * Starts a minimal mail server that accepts and discards every message. It shares the machine with the measured server.
 *
 * @returns {Promise<{ url: string, countMessages: () => number, close: () => void }>}
 */
export async function openSink() {
  let messages = 0
  const server = createServer((socket) => {
    let isReadingData = false
    let text = ''
    socket
      .setEncoding('latin1')
      .setNoDelay()
      .on('error', () => {})
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      text += chunk
      for (;;) {
        const end = isReadingData ? '\r\n.\r\n' : '\r\n'
        const at = text.indexOf(end)
        if (at < 0) return
        const command = isReadingData ? '.' : text.slice(0, at).toUpperCase()
        text = text.slice(at + end.length)
        isReadingData = command === 'DATA'
        if (command === '.') messages += 1
        socket.write(replyTo(command))
        if (command === 'QUIT') socket.end()
      }
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${server.address().port}`,
    countMessages: () => messages,
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
 * @returns emails per second, and the server's memory in MB: before, the peak of the first fifth, and the peak
 */
export async function sendCampaign(client, sink, pid) {
  await client.query(
    "insert into newsletter_subscribers (email) select 'reader' || n || '@example.org' from generate_series(1, $1::int) as n",
    [RECIPIENTS],
  )
  await client.query(
    "insert into site_settings values ('newsletter_rate', $1) on conflict (setting_name) do update set setting_value = $1",
    [String(MAX_RATE)],
  )
  const before = residentMemoryMb(pid)
  const started = performance.now()
  await client.query(`with campaign as (
      insert into newsletter_campaigns (template, subject, html, text)
      values ('announcement', 'News', repeat('<p>All is well.</p>', 500) || 'https://unsubscribe.invalid/', repeat('All is well. ', 500))
      returning id
    ) insert into newsletter_deliveries (campaign_id, subscriber_id)
      select campaign.id, s.id from campaign, newsletter_subscribers as s`)
  let early = before
  let peak = before
  while (sink.countMessages() < RECIPIENTS) {
    await delay(POLL_INTERVAL_MS)
    peak = Math.max(peak, residentMemoryMb(pid))
    if (sink.countMessages() < RECIPIENTS / 5) early = peak
  }
  const seconds = (performance.now() - started) / 1000
  return { recipients: RECIPIENTS, rate: RECIPIENTS / seconds, memory: { before, early, peak } }
}
