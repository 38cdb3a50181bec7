import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { type LocalServer, startLocalServer } from './local-server.ts'

export type S3Request = { method: string; path: string; query: URLSearchParams }

export type S3Server = LocalServer & {
  /** The address of a folder in the bucket, with the endpoint and credentials. */
  address(folder: string): string
  /** Called before each request is handled. Returns true if it has responded itself. */
  intercept: (request: S3Request, raw: IncomingMessage, response: ServerResponse) => boolean
  /** Counts unfinished multipart uploads. */
  countUploads(): Promise<number>
}

const BUCKET = 'papers'

/** Starts an S3 server with an empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: BUCKET, configs: [] }] })
  await s3.configureBuckets()
  const handle = s3.callback()
  const uploads = join(directory, BUCKET, '._S3rver_uploads')
  const server = await startLocalServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
    const path = decodeURIComponent(pathname)
    const { method = '' } = request
    if (running.intercept({ method, path, query }, request, response)) return
    // s3rver cannot abort multipart uploads.
    const upload = query.get('uploadId')
    if (method === 'DELETE' && upload) {
      rm(join(uploads, upload), { recursive: true, force: true }).then(() => response.writeHead(204).end())
    } else handle(request, response)
  })
  const running: S3Server = {
    ...server,
    address: (folder) => `s3://S3RVER:S3RVER@${BUCKET}/${folder}?endpoint=${server.origin}&region=us-east-1`,
    intercept: () => false,
    countUploads: async () => (await readdir(uploads).catch(() => [])).length,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await rm(directory, { recursive: true, force: true })
    },
  }
  return running
}

/** Responds with an error of S3. */
export function refuse(response: ServerResponse, status: number, code: string): true {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>Refused</Message></Error>`)
  return true
}
