import { Readable } from 'node:stream'
import * as z from 'zod'
import type { Account } from '#features/access/rules/access.ts'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { receivingFolder } from '#features/media/server/uploads-folder.server.ts'
import { openReceiving } from '#features/media/server/uploads-storage.server.ts'
import { id } from '#kernel/id.ts'
import { db } from '#platform/database/db.server.ts'
import { requireDiskSpace } from '#platform/files/disk-space.server.ts'
import { errorResponse } from '#platform/http/responses.server.ts'
import { env } from '#platform/process/env.server.ts'
import { DEFAULT_OPTIONS } from '../rules/import-options.ts'
import { emptyUpload, MAX_UPLOAD_BYTES, uploadTooLarge } from '../rules/upload-limit.ts'
import { addImport } from './imports.server.ts'
import { openExportStore } from './uploaded-exports.server.ts'

const chunk = z.object({
  /** The id of the import, chosen by the client. */
  id,
  name: z.string().max(1_000),
  offset: z.coerce.number().int().min(0),
  size: z.coerce.number().int().min(0),
})

type Chunk = z.infer<typeof chunk>

/**
 * Handles `PATCH` requests with a part of an export as body, in the same way as uploads of images. The last part adds the import.
 *
 * @returns 202 with the next offset, 409 with the offset to continue at, 201 with the id of the import
 */
export async function handleExportUpload(request: Request): Promise<Response> {
  const by = await authoriseRequest(request, 'imports.manage')
  if (by instanceof Response) return by
  const parsed = chunk.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!parsed.success || parsed.data.offset > parsed.data.size)
    return refuse(400, 'The request is not valid.')
  if (parsed.data.size === 0) return refuse(400, emptyUpload())
  if (parsed.data.size > MAX_UPLOAD_BYTES) return refuse(413, uploadTooLarge())
  try {
    return await acceptChunk(request, by, parsed.data)
  } catch (error) {
    return errorResponse('Failed to upload the export', error)
  }
}

async function acceptChunk(
  request: Request,
  by: Account,
  { id, name, offset, size }: Chunk,
): Promise<Response> {
  const store = openExportStore(env())
  await requireDiskSpace([receivingFolder(env())])
  const received = await openReceiving(env()).receive(request.body ?? Readable.from([]), {
    name: `${by.id}.${id}`,
    offset,
    size,
    signal: request.signal,
  })
  switch (received.kind) {
    case 'incomplete':
      return respond(202, { offset: received.offset })
    case 'gap':
      return respond(409, { offset: received.offset })
    case 'too-long':
      return refuse(400, 'The request is not valid.')
    case 'complete':
      return received.use(async (path) => {
        // It is already there if the response to the last part was lost.
        await store.bucket.putFile(id, path)
        await addImport(db(), by, {
          id,
          name: cleanName(name),
          path: store.pathOf(id),
          options: DEFAULT_OPTIONS,
          state: 'checking',
        })
        return respond(201, { id })
      })
  }
}

function cleanName(name: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  return (
    last
      .replace(/\p{Cc}/gu, '')
      .toWellFormed()
      .slice(0, 200) || 'export'
  )
}

function refuse(status: number, message: string): Response {
  return respond(status, { message })
}

function respond(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
}
