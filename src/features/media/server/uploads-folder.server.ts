import { join } from 'node:path'
import type { Env } from '#platform/env.server.ts'

export function uploadsFolder(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'article-images')
}

/** For current uploads. */
export function receivingFolder(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'receiving-uploads')
}

/** As stored in `image_url`. */
export function uploadUrl(name: string): string {
  return `/storage/article-images/${name}`
}
