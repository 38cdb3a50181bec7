import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#platform/env.server.ts'

export function uploadsFolder(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'article-images')
}

/** The folder of uploads that are being received. */
export function receivingFolder(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'receiving-uploads')
}

/** The address of an upload, as stored in `image_url`. */
export function uploadUrl(name: string): string {
  return `/storage/article-images/${name}`
}

/** Creates the folder. Says why this user cannot write to it; undefined if it can. */
export async function findWriteError(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
