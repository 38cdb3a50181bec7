import { hash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { configureCdn } from '#features/cdn/server/cdn-state.server.ts'
import { type Purger, startPurger } from '#features/cdn/server/purger.server.ts'
import { createEdgePolicy, type EdgePolicy } from '#platform/cdn/edge-headers.server.ts'
import { createPurgeSender } from '#platform/cdn/send-purges.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import { projectFile } from '#platform/process/project-file.server.ts'
import { findPurgeKeys } from './find-purge-keys.server.ts'

type CdnSettings = Pick<Env, 'CDN' | 'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN'>

/** Returns undefined without a CDN. */
export async function openEdgePolicy({ CDN }: CdnSettings): Promise<EdgePolicy | undefined> {
  return CDN && createEdgePolicy(CDN, await readBuild())
}

/** Starts to record changes for the CDN. Call it before pages are sent, so that no change of a stored page is missed. */
export async function prepareCdn(db: Db, { CDN, CDN_PURGE_URL = [] }: CdnSettings): Promise<void> {
  await configureCdn(db, CDN && { target: [CDN, ...CDN_PURGE_URL].join(' '), build: await readBuild() })
}

/** Starts to send purges. Returns undefined without a CDN. */
export function openPurger(db: Db, settings: CdnSettings): Purger | undefined {
  const { CDN: provider, CDN_PURGE_URL: urls = [], CDN_PURGE_TOKEN: token } = settings
  if (!provider) return undefined
  const sender = createPurgeSender({ provider, urls, token })
  const purger = startPurger({
    db,
    findKeys: findPurgeKeys,
    sender,
    onFailure: (error) =>
      log().error({ err: error }, 'CDN purges fail: readers may get outdated pages until they succeed'),
    onRecovery: () => log().info('CDN purges succeed again'),
    onError: (error) => log().warn({ err: error }, 'The recorded changes could not be read for CDN purges'),
  })
  return {
    wake: purger.wake,
    async stop() {
      await purger.stop()
      await sender.close()
    },
  }
}

/** Identifies the client's files, whose names contain hashes. */
async function readBuild(): Promise<string> {
  const names = await readdir(projectFile('dist', 'client', 'assets')).catch(() => [])
  return hash('sha256', names.toSorted().join('\n')).slice(0, 12)
}
