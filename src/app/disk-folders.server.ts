import { receivingFolder, uploadsFolder } from '#features/media/server/uploads-folder.server.ts'
import type { DiskUse } from '#platform/files/disk-space.server.ts'
import { postgresDirectory } from '#platform/postgres/home.server.ts'
import type { Env } from '#platform/process/env.server.ts'

/** Lists the disks that the site needs. That of the PostgreSQL at `DATABASE_URL` is unknown. */
export async function diskFolders(env: Env): Promise<Partial<Record<DiskUse, string>>> {
  return {
    ...(env.DATABASE_URL === undefined && { database: await postgresDirectory(env.DATA_DIR) }),
    uploads: env.STORAGE_URL === undefined ? uploadsFolder(env) : receivingFolder(env),
  }
}
