import { open } from 'node:fs/promises'

/** Writes the names in a folder to disk, so that new and renamed files survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
