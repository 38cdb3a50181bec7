import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { findImageUrl } from '#features/articles/server/articles.server.ts'
import { articleImagesFolder } from '#features/media/server/article-images.server.ts'
import { createMediaStore } from '#features/media/server/media.server.ts'
import { handleMedia } from '#features/media/server/media-handler.server.ts'
import { handleUploads } from '#features/media/server/uploads-handler.server.ts'
import type { Env } from '#platform/env.server.ts'
import { projectFile } from '#platform/project-file.server.ts'
import { openBucket } from '#platform/storage.server.ts'
import type { Services } from './services.server.ts'

/** The images of articles, kept in DATA_DIR: answers what lies under /media/ and /storage/. */
export function openMedia(env: Env, { database, outbound }: Services) {
  const uploads = articleImagesFolder(env)
  const bucket = openBucket(uploads)
  const store = createMediaStore({
    dir: join(env.DATA_DIR, 'media'),
    outbound,
    findImageUrl: (articleId) => findImageUrl(database.db, articleId),
    localFolders: { samples: projectFile('samples', 'images'), 'storage/article-images': uploads },
  })
  return async (request: IncomingMessage, response: ServerResponse) =>
    (await handleMedia(store, request, response)) || handleUploads(bucket, request, response)
}
