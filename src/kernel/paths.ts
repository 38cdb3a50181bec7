export type Area =
  | 'reader'
  | 'admin'
  | 'admin-api'
  | 'api'
  | 'server-function'
  /** The last part of the path is a secret. */
  | 'secret-link'
  | 'probe'
  | 'asset'
  | 'media'

export const SERVER_FUNCTION_PREFIX = '/_serverFn/'
export const LIVE_PATH = '/api/live'
/** RFC 9116 §3. */
export const SECURITY_TEXT_PATH = '/.well-known/security.txt'
export const ADMIN_LIVE_PATH = '/api/admin/live'
export const BEACON_PATH = '/api/beacon'
export const IMAGE_UPLOAD_PATH = '/api/admin/images'
export const PORTRAIT_UPLOAD_PATH = '/api/admin/portrait'
export const EXPORT_UPLOAD_PATH = '/api/admin/imports'

const ADMIN = /^\/admin(\/|$)/i

/** The first match counts. Routes ignore letter case, unlike files and server functions. */
const AREAS: readonly (readonly [RegExp, Area])[] = [
  [ADMIN, 'admin'],
  [/^\/\.well-known\/change-password$/i, 'admin'],
  [/^\/api\/(admin|auth)(\/|$)/i, 'admin-api'],
  [/^\/(api|functions)(\/|$)/i, 'api'],
  [/^\/_serverFn\//, 'server-function'],
  [/^\/(newsletter\/(confirm|unsubscribe)|preview)\//i, 'secret-link'],
  [/^\/(livez|readyz|metrics)(\/|$)/i, 'probe'],
  [/^\/(assets\/|placeholder\.svg$)/, 'asset'],
  [/^\/media\//, 'media'],
]

/** Takes a decoded path. */
export function areaOf(path: string): Area {
  return AREAS.find(([pattern]) => pattern.test(path))?.[1] ?? 'reader'
}

export function isAdminPath(path: string): boolean {
  return ADMIN.test(path)
}

/** Reader pages must not load these files. */
export function isAdminModule(file: string): boolean {
  return /\/src\/(routes\/_admin|ui\/admin\/|features\/(?:[\w-]+\/){1,3}admin\/)/.test(file)
}

/** Empty for the home page. */
export function withoutLastSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Malformed encodings are unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
