import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { chooseEncoding, type Encoding, matchesEtag } from '#platform/http/request-headers.server.ts'
import { BASE_HEADERS, IMAGE_HEADERS } from '#platform/http/security-headers.server.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

const SUFFIXES: Partial<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

type StaticFile = {
  etag: string
  headers: string[]
  variants: Partial<Record<Encoding, { path: string; size: number }>>
}

/**
 * Replaces sirv 3, which follows symbolic links out of the folder, ignores `q=0`, and crashes on an unreadable file.
 * Lists the files at startup.
 */
export async function openStaticFiles(folder: string) {
  const files = new Map<string, StaticFile>()
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = new Set(names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name)))
  for (const path of paths) {
    if (isPrecompressed(path, paths)) continue
    const url = `/${relative(folder, path).split(sep).join('/')}`
    files.set(url, await toStaticFile(url, path, paths))
  }

  return {
    /**
     * @param url a path without query
     * @returns false if there is no such file
     */
    async serve(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
      const file = files.get(url)
      if (!file || (request.method !== 'GET' && request.method !== 'HEAD')) return false
      if (matchesEtag(request.headers['if-none-match'], file.etag)) {
        response.writeHead(304, file.headers).end()
        return true
      }
      const wanted = chooseEncoding(request.headers['accept-encoding'])
      const encoding = file.variants[wanted] ? wanted : 'identity'
      const variant = file.variants[encoding]
      if (!variant) return false
      const encoded = encoding === 'identity' ? [] : ['content-encoding', encoding]
      response.writeHead(200, [...file.headers, ...encoded, 'content-length', String(variant.size)])
      if (request.method === 'HEAD') response.end()
      else await pipeline(createReadStream(variant.path), response).catch(() => response.destroy())
      return true
    },
  }
}

function isPrecompressed(path: string, paths: ReadonlySet<string>): boolean {
  return /\.(br|gz)$/.test(path) && paths.has(path.replace(/\.(br|gz)$/, ''))
}

async function toStaticFile(url: string, path: string, paths: ReadonlySet<string>): Promise<StaticFile> {
  const { size, mtimeMs } = await stat(path)
  const variants: StaticFile['variants'] = { identity: { path, size } }
  for (const [encoding, suffix] of Object.entries(SUFFIXES)) {
    const precompressed = path + suffix
    if (paths.has(precompressed)) {
      variants[encoding as Encoding] = { path: precompressed, size: (await stat(precompressed)).size }
    }
  }
  const etag = `W/"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  const type = TYPES[extname(path)] ?? 'application/octet-stream'
  const headers = {
    ...(type.startsWith('image/') ? IMAGE_HEADERS : BASE_HEADERS),
    'content-type': type,
    'cache-control': cacheControl(url),
    vary: 'Accept-Encoding',
    etag,
  }
  return { etag, headers: Object.entries(headers).flat(), variants }
}

function cacheControl(url: string): string {
  if (url.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  // A new build can replace the service worker.
  return url === '/sw.js' ? 'no-cache' : 'public, max-age=3600'
}
