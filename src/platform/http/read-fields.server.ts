import type { IncomingMessage } from 'node:http'
import { parseObject } from '#kernel/parameters.ts'

type Fields =
  | { kind: 'fields'; fields: Readonly<Record<string, unknown>> }
  | { kind: 'refused'; status: 400 | 413 | 415; reason: string }

/** Reads a form (application/x-www-form-urlencoded) or a JSON object. */
export async function readFields(request: Request, maxBytes: number): Promise<Fields> {
  const parse = PARSERS.get(mediaType(request.headers.get('content-type')))
  if (!parse) return refused(415, 'Send a form or a JSON object.')
  if (Number(request.headers.get('content-length')) > maxBytes)
    return refused(413, 'The request body is too large.')
  const text = await readText(request, maxBytes).catch(() => '')
  if (text === undefined) return refused(413, 'The request body is too large.')
  const fields = parse(text)
  return fields ? { kind: 'fields', fields } : refused(400, 'The request body is invalid.')
}

/** @throws the connection's error when the client disconnects */
async function readText({ body }: Request, maxBytes: number): Promise<string | undefined> {
  let size = 0
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function refused(status: 400 | 413 | 415, reason: string): Fields {
  return { kind: 'refused', status, reason }
}

const PARSERS = new Map<string, (text: string) => Record<string, unknown> | undefined>([
  ['application/x-www-form-urlencoded', (text) => Object.fromEntries(new URLSearchParams(text))],
  ['application/json', parseObject],
])

function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(';', 1).join('').trim().toLowerCase()
}

const EMPTY = Buffer.alloc(0)

/** @returns undefined for a body larger than `maxBytes` */
export async function readRequestText(
  request: IncomingMessage,
  maxBytes: number,
): Promise<string | undefined> {
  const toText = (bytes: Buffer) => (bytes.length > maxBytes ? undefined : bytes.toString())
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return undefined
  if (request.complete) return toText(request.read() ?? EMPTY)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) return undefined
  }
  return toText(Buffer.concat(chunks))
}
