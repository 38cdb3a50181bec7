import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'

/** Atomic, with mode 0600. @returns the content, also if the file existed */
export async function writeOnce(file: string, content: string): Promise<string> {
  const temporary = `${file}.${randomUUID()}`
  try {
    await writeFile(temporary, content, { mode: 0o600 })
    await link(temporary, file)
    return content
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return await readFile(file, 'utf8')
  } finally {
    await rm(temporary, { force: true })
  }
}
