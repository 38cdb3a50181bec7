import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'

type FakeS3 = LocalServer & {
  /** The contents by bucket and key: `bucket/folder/file`. */
  objects: Map<string, Buffer>
  /** Incomplete multipart uploads by id, with their parts by number. */
  uploads: Map<string, Map<number, Buffer>>
  /** Returns the status of an error for a request, or undefined. */
  fail: (request: { method: string; path: string; part: number }) => number | undefined
}

/** The operations that backups use, on signed requests with paths of buckets. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map()
  const uploads: FakeS3['uploads'] = new Map()
  const server = await startLocalServer((request, response) => void handle(request, response))
  const fake: FakeS3 = { ...server, objects, uploads, fail: () => undefined }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url ?? '', server.origin)
    const method = request.method ?? ''
    const path = decodeURIComponent(pathname).slice(1)
    const body = await buffer(request)
    const status = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256')
      ? fake.fail({ method, path, part: Number(query.get('partNumber') ?? 0) })
      : 403
    if (status !== undefined)
      return void sendError(response, status, status === 403 ? 'AccessDenied' : 'SlowDown')
    const upload = uploads.get(query.get('uploadId') ?? '')
    const part = Number(query.get('partNumber'))
    if (method === 'POST' && query.has('uploads')) {
      const id = `upload-${uploads.size + 1}`
      uploads.set(id, new Map())
      sendXml(
        response,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    } else if (method === 'PUT' && upload) {
      upload.set(part, body)
      response.setHeader('etag', `"${part}"`).end()
    } else if (method === 'POST' && upload) {
      objects.set(path, Buffer.concat([...upload].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)))
      uploads.delete(query.get('uploadId') ?? '')
      sendXml(response, '<CompleteMultipartUploadResult><ETag>"all"</ETag></CompleteMultipartUploadResult>')
    } else if (method === 'DELETE') {
      if (query.has('uploadId')) uploads.delete(query.get('uploadId') ?? '')
      else objects.delete(path)
      response.writeHead(204).end()
    } else if (method === 'PUT') {
      objects.set(path, body)
      response.setHeader('etag', '"all"').end()
    } else if (query.has('list-type')) {
      const prefix = `${path.replace(/\/$/, '')}/${query.get('prefix') ?? ''}`
      const keys = [...objects.keys()].filter(
        (key) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'),
      )
      const contents = keys.map((key) => `<Contents><Key>${key.slice(key.indexOf('/') + 1)}</Key></Contents>`)
      sendXml(
        response,
        `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`,
      )
    } else {
      const found = objects.get(path)
      if (!found) return void sendError(response, 404, 'NoSuchKey')
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      if (first) response.statusCode = 206
      const content = first ? found.subarray(Number(first), Number(last) + 1) : found
      response.setHeader('content-length', content.length).end(method === 'HEAD' ? undefined : content)
    }
  }
  return fake
}

function sendXml(response: ServerResponse, xml: string): void {
  response.setHeader('content-type', 'application/xml').end(xml)
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.statusCode = status
  sendXml(response, `<Error><Code>${code}</Code><Message>Refused</Message></Error>`)
}
