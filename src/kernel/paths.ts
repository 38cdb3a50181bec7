export type Area =
  | 'reader'
  | 'office'
  | 'office-api'
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
export const OFFICE_LIVE_PATH = '/api/admin/live'
export const BEACON_PATH = '/api/beacon'
export const IMAGE_UPLOAD_PATH = '/api/admin/images'
export const PORTRAIT_UPLOAD_PATH = '/api/admin/portrait'

const OFFICE = /^\/admin(\/|$)/i

/** The first match counts. Routes ignore letter case, unlike files and server functions. */
const AREAS: readonly (readonly [RegExp, Area])[] = [
  [OFFICE, 'office'],
  [/^\/\.well-known\/change-password$/i, 'office'],
  [/^\/api\/(admin|auth)(\/|$)/i, 'office-api'],
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

export function isOfficePath(path: string): boolean {
  return OFFICE.test(path)
}

/** Reader pages must not load these files. */
export function isOfficeModule(file: string): boolean {
  return /\/src\/(routes\/_office|ui\/office\/|features\/(?:[\w-]+\/){1,2}office\/)/.test(file)
}

/** Malformed encodings are unchanged. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
