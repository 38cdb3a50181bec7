import { until } from '../shared/until.mjs'
import { residentMemoryMb } from './processes.mjs'
import { count, print } from './report.mjs'

const RECIPIENTS = 10_000
/** Emails per second: the highest rate that can be set, so that the sender is the limit. */
const MAX_RATE = 500
const LIMIT_MS = 300_000

/** The rate of a campaign, and the memory of the server in MB before, in the first fifth, and at the peak. */
export async function benchNewsletter({ client, mail, site }) {
  await client.query(
    "insert into newsletter_subscribers (email) select 'reader' || n || '@example.org' from generate_series(1, $1::int) as n",
    [RECIPIENTS],
  )
  await client.query(
    "insert into site_settings values ('newsletter_rate', $1) on conflict (setting_name) do update set setting_value = $1",
    [String(MAX_RATE)],
  )
  const readMemory = () => residentMemoryMb(site.pid)
  const before = readMemory()
  const started = performance.now()
  await client.query(`with campaign as (
      insert into newsletter_campaigns (template, subject, html, text)
      values ('announcement', 'News', repeat('<p>All is well.</p>', 500) || 'https://unsubscribe.invalid/', repeat('All is well. ', 500))
      returning id
    ) insert into newsletter_deliveries (campaign_id, subscriber_id)
      select campaign.id, s.id from campaign, newsletter_subscribers as s`)
  let early = before
  let peak = before
  let received = 0
  await until(LIMIT_MS, async () => {
    received += mail.received.splice(0).length
    peak = Math.max(peak, readMemory())
    if (received < RECIPIENTS / 5) early = peak
    return received >= RECIPIENTS
  })
  const rate = (RECIPIENTS * 1_000) / (performance.now() - started)
  const memory = [before, early, peak].map((mb) => `${mb.toFixed(0)} MB`)
  print(
    `newsletter to ${count(RECIPIENTS)}`,
    `${rate.toFixed(0)} emails per second; memory ${memory[0]} before, ${memory[1]} in the first fifth, ${memory[2]} peak`,
  )
}
