import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/**
 * Makes `file` with `content`, readable by its owner alone, unless it exists. Answers what the file then holds: where
 * several processes try at once, all get the content of one of them, and nobody sees half a file.
 */
export async function writeOnce(file: string, content: string): Promise<string> {
  const draft = `${file}.${randomUUID()}`
  try {
    await writeFile(draft, content, { mode: 0o600 })
    await link(draft, file)
    return content
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return await readFile(file, 'utf8')
  } finally {
    await rm(draft, { force: true })
  }
}
