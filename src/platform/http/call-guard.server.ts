import { decodePath, SERVER_FUNCTION_PREFIX } from '#kernel/paths.ts'

/**
 * Rejects an invalid server function call, for which the framework would log a stack trace: 404 for an unknown function
 * (for example of an earlier release), 400 for invalid arguments.
 */
export async function rejectInvalidCall(
  request: Request,
  isKnown: (id: string) => Promise<boolean>,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  // The framework matches the decoded path.
  const path = decodePath(pathname)
  if (!path.startsWith(SERVER_FUNCTION_PREFIX)) return undefined
  const [id = ''] = path.slice(SERVER_FUNCTION_PREFIX.length).split('/')
  if (!(await isKnown(id))) return new Response('Function not found.\n', { status: 404 })
  // Clients never send it, and its arguments would not be checked.
  if (request.headers.get('content-type')?.toLowerCase().includes('multipart/'))
    return new Response('The arguments are invalid.\n', { status: 400 })
  const written = request.method === 'GET' ? searchParams.get('payload') : await jsonBody(request)
  if (!written || isCallArguments(written)) return undefined
  return new Response('The arguments are invalid.\n', { status: 400 })
}

async function jsonBody(request: Request): Promise<string | undefined> {
  const isJson = request.headers.get('content-type')?.includes('application/json')
  // An empty body is not valid JSON.
  return isJson ? (await request.clone().text()) || ' ' : undefined
}

/** Seroval's node types (`t`) for plain data. */
const [NUMBER, STRING, CONSTANT, REFERENCE, ARRAY, OBJECT, BARE_OBJECT] = [0, 1, 2, 4, 9, 10, 11]
/** null, undefined, true, false, -0, Infinity, -Infinity, NaN. */
const LAST_CONSTANT = 7
const MAX_DEPTH = 32

type Node = { t?: unknown; s?: unknown; i?: unknown; a?: unknown; p?: { k?: unknown; v?: unknown } }

/**
 * Whether `text` holds arguments of a server function as clients serialise them, a tree of plain seroval nodes. Types
 * are checked, since promises, plugins, regular expressions and buffers have the same shape.
 */
export function isCallArguments(text: string): boolean {
  try {
    return isPlain(JSON.parse(text)?.t, new Set(), 0)
  } catch {
    return false
  }
}

/** @param known ids of the arrays and objects that began earlier */
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
