import * as z from 'zod'
import type { Account } from '#features/access/rules/access.ts'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { requireDiskSpace } from '#platform/files/disk-space.server.ts'
import { env } from '#platform/process/env.server.ts'
import { MAX_BYTES, tooLargeText } from '../rules/media-kind.ts'
import type { UploadResponse } from '../rules/upload.ts'
import { replaceFile } from './change-file.server.ts'
import { findLibraryFile, listSimilar } from './library.server.ts'
import { isRecording } from './read-recording.server.ts'
import type { Receiving } from './receive-chunk.server.ts'
import { storeUpload } from './store-upload.server.ts'
import { limitUploads, respondToFailure } from './upload-handler.server.ts'
import { uploadDisks } from './uploads-folder.server.ts'
import { openReceiving, openUploads } from './uploads-storage.server.ts'

const chunk = z.object({
  /** The id of the upload, chosen by the client. A new file of the library gets it, too. */
  id,
  name: z.string().max(1_000),
  offset: z.coerce.number().int().min(0),
  size: z.coerce.number().int().min(1),
  /** The image whose file is replaced. */
  replaces: id.optional(),
})

type Chunk = z.infer<typeof chunk>

/**
 * `PATCH`, with a part of a file as body. Parts are sent in order; a part that was lost is sent again.
 *
 * @returns an `UploadResponse`: 202 with the next offset, 409 with the offset to continue at, 201 with the file of the library
 */
export async function handleChunk(request: Request): Promise<Response> {
  const by = await authoriseRequest(request, 'image.upload')
  if (by instanceof Response) return by
  const parsed = chunk.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!parsed.success || parsed.data.offset > parsed.data.size)
    return respond(400, { message: phrase('The request is not valid.') })
  if (parsed.data.size > MAX_BYTES.video) return respond(413, { message: tooLargeText('video') })
  try {
    return await acceptChunk(request, by, parsed.data)
  } catch (error) {
    return respondToFailure(error)
  }
}

async function acceptChunk(request: Request, by: Account, { name, ...upload }: Chunk): Promise<Response> {
  // The response to the last part may have been lost.
  const known = upload.replaces ? null : await findLibraryFile(db(), by, upload.id)
  if (known) return respond(201, { image: known, similar: [] })
  await requireDiskSpace(uploadDisks(env()))
  const refusal = upload.offset === 0 ? await limitUploads(by, upload.size) : null
  if (refusal) return refusal
  const receiving = openReceiving(env())
  const received = await receiving.receive(request.body ?? emptyBody(), {
    name: `${by.id}.${upload.id}`,
    offset: upload.offset,
    size: upload.size,
    signal: request.signal,
  })
  switch (received.kind) {
    case 'incomplete':
      return (await refuseEarly(receiving, by, upload)) ?? respond(202, { offset: received.offset })
    case 'gap':
      return respond(409, { offset: received.offset })
    case 'too-long':
      return respond(400, { message: phrase('The request is not valid.') })
    case 'complete':
      return received.use((path) => complete(by, { ...upload, name, path }))
  }
}

/** The beginning of a large file shows whether it can be one. */
async function refuseEarly(
  receiving: Receiving,
  by: Account,
  { id, size }: Pick<Chunk, 'id' | 'size'>,
): Promise<Response | null> {
  if (size <= MAX_BYTES.image) return null
  const name = `${by.id}.${id}`
  const type = await receiving.findType(name).catch(() => undefined)
  if (type && isRecording(type)) return null
  await receiving.remove(name)
  return respond(413, { message: tooLargeText('image') })
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

async function complete(
  by: Account,
  { replaces, ...upload }: { id: string; replaces?: string | undefined; name: string; path: string },
): Promise<Response> {
  const store = { db: db(), bucket: openUploads(env()) }
  if (replaces) {
    const outcome = await replaceFile(store, by, { ...upload, id: replaces }, new Date())
    if (outcome.kind === 'rejected') return respond(415, { message: outcome.reason })
    if (outcome.kind !== 'replaced') return respond(403, { message: refusals()[outcome.kind] })
  } else {
    const outcome = await storeUpload(store, by, upload, new Date())
    if (outcome.kind === 'rejected') return respond(415, { message: outcome.reason })
  }
  const image = await findLibraryFile(store.db, by, replaces ?? upload.id)
  if (!image) return respond(403, { message: refusals().gone })
  return respond(201, { image, similar: replaces ? [] : await listSimilar(store.db, by, image.id) })
}

const refusals = () => ({
  gone: phrase('The file no longer exists.'),
  denied: phrase('You can change your own files only.'),
})

function respond(status: number, body: UploadResponse): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
