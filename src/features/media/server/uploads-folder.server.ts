import { join } from 'node:path'
import type { Env } from '#platform/env.server.ts'

/** The folder of the bucket of uploaded images. */
export function uploadsFolder(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'article-images')
}

/** The URL of an uploaded image, as stored in an article's `image_url`. */
export function uploadUrl(name: string): string {
  return `/storage/article-images/${name}`
}
