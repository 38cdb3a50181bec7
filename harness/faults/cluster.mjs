import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startSmtpTestServer } from '#features/newsletter/testing/smtp-test-server.ts'
import { signInEditor } from '../shared/editor.mjs'
import { openFaultProxy } from '../shared/fault-proxy.mjs'
import { startPostgres } from '../shared/postgres.mjs'
import { startSite } from '../shared/site.mjs'

const EMAILS_PER_SECOND = 20

/**
 * Starts processes that serve one site, each with its own connection to PostgreSQL through a proxy, and its own clock.
 *
 * @param {AsyncDisposableStack} closing
 * @param {number} count
 * @param {(url: string) => Promise<(directUrl: string) => Record<string, string>>} [connect] how processes reach the
 *   PostgreSQL at `url`, of which they get a direct address each
 */
export async function startCluster(
  closing,
  count,
  connect = async () => (DATABASE_URL) => ({ DATABASE_URL }),
) {
  const { url, folder, sql } = await startPostgres(closing)
  const addressesFor = await connect(url)
  const smtp = closing.use(await startSmtpTestServer())
  const members = []
  while (members.length < count) {
    const proxy = closing.use(await openFaultProxy(url))
    const clockFile = join(folder, `clock-${members.length}`)
    const setClock = (offsetMs) => writeFile(clockFile, String(offsetMs))
    await setClock(0)
    const clock = pathToFileURL(join(import.meta.dirname, 'skew-clock.mjs'))
    clock.searchParams.set('file', clockFile)
    const env = {
      ...addressesFor(proxy.url),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'news@example.org',
      NODE_OPTIONS: `--import=${clock.href}`,
    }
    const site = closing.use(await startSite(env))
    // Until `disturbedUntil`, the process cannot know what has changed.
    members.push({ site, proxy, setClock, disturbedUntil: 0, isRunning: true })
  }
  await members[0].site.set('newsletter_rate', String(EMAILS_PER_SECOND))
  return { members, sql, smtp, editor: await signInEditor(members[0].site) }
}
