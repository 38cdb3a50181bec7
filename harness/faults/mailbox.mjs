import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkServer, startSite, withPulse } from './site.mjs'

const SIGN_UPS = 60
const ADDRESSES = 20
/** Of one mailbox in a day. */
const MAX_EMAILS = 3
/** Emails are queued after the response. */
const MAIL_DELAY_MS = 2_000

/**
 * Newsletter sign-ups by attackers for one mailbox, each of which requests a confirmation email.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const mailbox = {
  name: 'mailbox',
  title: 'subscriptions of one mailbox by attackers',
  limitSeconds: 60,
  async run({ attempt }) {
    await using site = await startSite()
    await site.sql(
      `insert into site_settings values ('newsletter_double_opt_in', 'true')
       on conflict (setting_name) do update set setting_value = 'true'`,
    )
    await withPulse(site, attempt, async () => {
      for (let n = 0; n < SIGN_UPS; n++)
        await attempt(`sign-up ${n}`, async () => {
          const { status } = await site.send('/newsletter', {
            method: 'POST',
            headers: {
              origin: site.url,
              'content-type': 'application/json',
              'x-forwarded-for': `203.0.113.${n % ADDRESSES}`,
            },
            body: JSON.stringify({ email: spellingOf(n) }),
          })
          if (status !== 200 && status !== 429) throw new Error(`status ${status}`)
        })
      await delay(MAIL_DELAY_MS)
    })
    await attempt('emails to the mailbox', async () => {
      const emails = await readdir(join(site.dataDir, 'outbox')).catch(() => [])
      if (emails.length === 0 || emails.length > MAX_EMAILS) throw new Error(`${emails.length} emails`)
    })
    await checkServer(site, attempt)
  },
}

/** Subaddresses (RFC 5233) lead to the same mailbox. */
function spellingOf(n) {
  return ['ada@example.org', 'Ada@Example.ORG', ' ada@example.org ', `ada+${n}@example.org`][n % 4]
}
