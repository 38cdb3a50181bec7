import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { findImageUrl } from '#features/articles/articles.server.ts'
import { createMediaStore } from '#features/media/media.server.ts'
import { handleMedia } from '#features/media/media-handler.server.ts'
import type { Env } from '#platform/env.server.ts'
import { projectFile } from '#platform/project-file.server.ts'
import type { Services } from './services.server.ts'

/** The pictures of articles, kept in DATA_DIR: answers what lies under /media/. */
export function openMedia(env: Env, { database, outbound }: Services) {
  const store = createMediaStore({
    dir: join(env.DATA_DIR, 'media'),
    outbound,
    findImageUrl: (articleId) => findImageUrl(database.db, articleId),
    localRoot: projectFile('samples', 'pictures'),
  })
  return (request: IncomingMessage, response: ServerResponse) => handleMedia(store, request, response)
}
