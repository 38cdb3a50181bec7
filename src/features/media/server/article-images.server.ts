import { join } from 'node:path'
import type { Env } from '#platform/env.server.ts'

/** Where the bucket of uploaded images is. */
export function articleImagesFolder(env: Pick<Env, 'DATA_DIR'>): string {
  return join(env.DATA_DIR, 'article-images')
}

/** The address of an uploaded image, as an article's `image_url` holds it. */
export function uploadAddress(name: string): string {
  return `/storage/article-images/${name}`
}
