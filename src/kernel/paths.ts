/** The parts of the site's URL space. They decide caching, access under maintenance, and the route tree that a browser loads. */
export type Area =
  | 'reader'
  | 'office'
  | 'office-api'
  | 'api'
  | 'server-function'
  | 'email-link'
  | 'probe'
  | 'asset'
  | 'media'

/** The framework finds its server functions here. */
export const SERVER_FUNCTION_PREFIX = '/_serverFn/'
export const LIVE_PATH = '/api/live'
export const OFFICE_LIVE_PATH = '/api/admin/live'

const OFFICE = /^\/admin(\/|$)/i

/** The first match counts. Routes match in any letter case, files and server functions do not. */
const AREAS: readonly (readonly [RegExp, Area])[] = [
  [OFFICE, 'office'],
  [/^\/api\/(admin|auth)(\/|$)/i, 'office-api'],
  [/^\/(api|functions)(\/|$)/i, 'api'],
  [/^\/_serverFn\//, 'server-function'],
  [/^\/newsletter\/(confirm|unsubscribe)\//i, 'email-link'],
  [/^\/(livez|readyz|metrics)(\/|$)/i, 'probe'],
  [/^\/(assets\/|placeholder\.svg$)/, 'asset'],
  [/^\/media\//, 'media'],
]

/** The area of a decoded path; every path that is in no other area may be a reader page. */
export function areaOf(path: string): Area {
  return AREAS.find(([pattern]) => pattern.test(path))?.[1] ?? 'reader'
}

/** Whether a decoded path is a screen of the back office. */
export function isOfficePath(path: string): boolean {
  return OFFICE.test(path)
}

/** Whether a source file belongs to the back office, so that reader pages must not load it. */
export function isOfficeModule(file: string): boolean {
  return /\/src\/(routes\/_office|ui\/office\/|features\/\w+\/office\/)/.test(file)
}

/** A path without its percent-encoding, as the router matches it; unchanged where the encoding is malformed. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
