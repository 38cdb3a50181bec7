import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFile } from '#platform/process/project-file.server.ts'

/** Copies the migrations, or the first `kept` ones, and adds `later` ones by name. */
export async function withMigrations(
  later: Record<string, string>,
  use: (folder: string) => Promise<void>,
  kept?: number,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-migrations-'))
  try {
    await cp(projectFile('migrations'), folder, { recursive: true })
    const journal = join(folder, 'meta', '_journal.json')
    const { entries: all, ...rest } = JSON.parse(await readFile(journal, 'utf8'))
    const entries = all.slice(0, kept)
    for (const [tag, sql] of Object.entries(later)) {
      await writeFile(join(folder, `${tag}.sql`), sql)
      const { idx, when } = entries.at(-1)
      entries.push({ ...entries[0], idx: idx + 1, when: when + 1, tag })
    }
    await writeFile(journal, JSON.stringify({ ...rest, entries }))
    await use(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
