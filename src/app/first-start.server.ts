import { WeakPasswordError } from '#features/accounts/rules/password-policy.ts'
import {
  createFirstAdministrator,
  issueFirstAdministratorToken,
} from '#features/accounts/server/administrators.server.ts'
import { isEmptySite, loadSampleEdition } from '#features/feeds/ingest/sample-edition.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import { runOnce } from '#features/site/server/run-once.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'

export async function prepareFirstStart(db: Db, env: Env): Promise<void> {
  if (env.SAMPLE_EDITION) {
    await runOnce(db, 'sample edition', async (tx) => {
      if (!(await isEmptySite(tx))) return
      const articles = await loadSampleEdition(tx, openUploads(env), new Date())
      log().info(`Loaded the sample edition of ${articles} articles; "masthead sample remove" removes it.`)
    })
  }
  if (env.ADMIN_EMAIL && env.ADMIN_PASSWORD) {
    const isCreated = await createFirstAdministrator(db, {
      email: env.ADMIN_EMAIL,
      password: env.ADMIN_PASSWORD,
    }).catch((error) => {
      throw error instanceof WeakPasswordError ? new StartupError(`ADMIN_PASSWORD: ${error.message}`) : error
    })
    if (isCreated) log().info(`Created the first administrator, ${env.ADMIN_EMAIL}.`)
  }
}

/** @param address the site's origin */
export async function inviteFirstAdministrator(db: Db, address: string): Promise<void> {
  const token = await issueFirstAdministratorToken(db)
  if (!token) return
  log().info(
    `There is no administrator yet. Create one at ${address}/admin/first#${token} (the link works once and expires after 24 hours).`,
  )
}
