// Holds a data folder's PostgreSQL open until standard input ends. A site's URL as second argument claims the folder.
import { openEmbeddedPostgres } from '#platform/postgres/embedded-postgres.server.ts'
import { claimDataDir } from '#platform/postgres/server-claim.server.ts'

const [dataDir = '', site] = process.argv.slice(2)
try {
  const { ownerUrl: url, adopted, close } = await openEmbeddedPostgres({ dataDir, log: () => {} })
  const claim = site ? await claimDataDir(dataDir, { pid: process.pid, name: site }) : undefined
  process.stdout.write(`${JSON.stringify({ url, adopted })}\n`)
  for await (const _ of process.stdin);
  await claim?.release()
  await close()
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`)
  process.exitCode = 1
}
