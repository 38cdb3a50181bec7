import type { IncomingMessage } from 'node:http'

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
