import type { Db } from '#platform/database/db.server.ts'
import { addRedirect } from './add-redirect.server.ts'

const FILES = ['', '/feed.xml', '/atom.xml', '/feed.json']

/** Redirects the former page of a person or topic and its feeds. Call it in the transaction of the change. */
export async function redirectPages(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  for (const file of FILES) await addRedirect(db, { from: from + file, to: to + file })
}
