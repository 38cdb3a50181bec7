import { decodePath, SERVER_FUNCTION_PREFIX } from '#kernel/paths.ts'
import { invalidArguments } from './strict-arguments.ts'

export type RejectedCall = {
  name: string | undefined
  status: number
}

/**
 * Rejects invalid arguments (400), another site or missing permission (403), and an unknown function (404), for example
 * of an earlier release: the framework would log stack traces.
 *
 * @param options.onRejected gets no arguments or addresses, which may be personal data
 */
export function createCallGuard(options: {
  handle(request: Request): Promise<Response> | Response
  findName(id: string): Promise<string | undefined>
  onRejected(call: RejectedCall): void
}): (request: Request) => Promise<Response> {
  return async (request) => {
    const id = functionId(request)
    if (id === undefined) return options.handle(request)
    const name = await options.findName(id)
    const response =
      name === undefined
        ? new Response('Function not found.\n', { status: 404 })
        : ((await rejectArguments(request)) ?? (await options.handle(request)))
    const { status } = response
    if (status === 400 || status === 403 || status === 404) options.onRejected({ name, status })
    return response
  }
}

/** The only type of bodies that clients send. */
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/

/** Undefined for other paths. */
function functionId({ url }: Request): string | undefined {
  const { pathname } = new URL(url)
  // The framework matches the decoded path, and ignores what follows the id.
  const path = decodePath(pathname)
  if (!path.startsWith(SERVER_FUNCTION_PREFIX)) return undefined
  // Other forms of the path would be cached apart.
  return path === pathname ? path.slice(SERVER_FUNCTION_PREFIX.length) : ''
}

async function rejectArguments(request: Request): Promise<Response | undefined> {
  const type = request.headers.get('content-type')
  // The framework also reads forms, even if their type is a parameter, without checking their arguments.
  if (type !== null && !JSON_TYPE.test(type)) return invalidArguments()
  const written =
    request.method === 'GET'
      ? new URL(request.url).searchParams.get('payload')
      : type && (await readJson(request))
  return !written || isCallArguments(written) ? undefined : invalidArguments()
}

/** An empty body is not valid JSON. */
async function readJson(request: Request): Promise<string> {
  return (await request.clone().text()) || ' '
}

/** Seroval's node types (`t`) for plain data. */
const [NUMBER, STRING, CONSTANT, REFERENCE, ARRAY, OBJECT, BARE_OBJECT] = [0, 1, 2, 4, 9, 10, 11]
/** null, undefined, true, false, -0, Infinity, -Infinity, NaN. */
const LAST_CONSTANT = 7
const MAX_DEPTH = 32

type Node = { t?: unknown; s?: unknown; i?: unknown; a?: unknown; p?: { k?: unknown; v?: unknown } }

/**
 * Whether `text` is a tree of plain seroval nodes, as clients send. Types are checked, since promises, plugins and
 * others have the same shape.
 */
export function isCallArguments(text: string): boolean {
  try {
    return isPlain(JSON.parse(text)?.t, new Set(), 0)
  } catch {
    return false
  }
}

/** @param known ids of earlier arrays and objects */
function isPlain(given: unknown, known: Set<unknown>, depth: number): boolean {
  if (typeof given !== 'object' || given === null || depth > MAX_DEPTH) return false
  const { t, s, i, a, p } = given as Node
  if (t === NUMBER) return typeof s === 'number'
  if (t === STRING) return typeof s === 'string'
  if (t === CONSTANT) return Number.isInteger(s) && Number(s) >= 0 && Number(s) <= LAST_CONSTANT
  if (t === REFERENCE) return known.has(i)
  known.add(i)
  const areAllPlain = (nodes: unknown[]) => nodes.every((node) => isPlain(node, known, depth + 1))
  if (t === ARRAY) return Array.isArray(a) && areAllPlain(a)
  if (t !== OBJECT && t !== BARE_OBJECT) return false
  const { k, v } = p ?? {}
  if (!Array.isArray(k) || !Array.isArray(v) || k.length !== v.length) return false
  return k.every((name) => typeof name === 'string') && areAllPlain(v)
}
