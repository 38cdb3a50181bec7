import { type AttemptBudget, takeAttempt } from '#features/accounts/server/account-attempts.server.ts'
import { requireAdministrator } from '#features/accounts/server/current-account.server.ts'
import { db } from '#platform/database/db.server.ts'
import { env } from '#platform/env.server.ts'
import { log } from '#platform/log.server.ts'
import { openBucket } from '#platform/storage.server.ts'
import { articleImagesFolder } from './article-images.server.ts'
import { LONGEST_UPLOAD, storeUpload, TOO_LONG } from './store-upload.server.ts'

/** Spec §8. */
const FAILED = 'Failed to upload image'
/** What one administrator may upload, so that nobody with a stolen session fills the disk. */
const UPLOADS: AttemptBudget = { most: 120, seconds: 3600 }

/**
 * Takes an image as the body of a request, its file name in the parameter `name` (spec §7, Upload image), and answers
 * with `{ url }`, or with `{ message }` and a status that says why not.
 */
export async function answerUpload(request: Request): Promise<Response> {
  const by = await requireAdministrator(request)
  if (by instanceof Response) return by
  if (Number(request.headers.get('content-length')) > LONGEST_UPLOAD)
    return answer(413, { message: TOO_LONG })
  try {
    const wait = await takeAttempt(db(), { what: 'upload', who: by.id }, UPLOADS)
    if (wait) return answer(429, { message: tooMany(wait) }, { 'retry-after': String(wait) })
    const bytes = new Uint8Array(await request.arrayBuffer())
    const name = new URL(request.url).searchParams.get('name') ?? ''
    const bucket = openBucket(articleImagesFolder(env()))
    const stored = await storeUpload({ db: db(), bucket }, by, { bytes, name }, new Date())
    if (stored.kind === 'refused')
      return answer(stored.reason === TOO_LONG ? 413 : 415, { message: stored.reason })
    return answer(201, { url: stored.url })
  } catch (error) {
    log().error({ err: error }, FAILED)
    return answer(500, { message: FAILED })
  }
}

/** Any other method than POST (RFC 9110 §15.5.6). */
export function refuseUploadMethod(): Response {
  return answer(405, { message: 'Images are uploaded with POST.' }, { allow: 'POST' })
}

function tooMany(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `You have uploaded ${UPLOADS.most} images within an hour. Please try again in ${when}.`
}

function answer(status: number, body: { url: string } | { message: string }, headers = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}
