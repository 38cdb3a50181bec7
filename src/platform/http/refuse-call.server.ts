import { decodePath, SERVER_FUNCTION_PREFIX } from '#kernel/paths.ts'
import { isCallArguments } from './is-call-arguments.ts'

/**
 * The answer to a call of a server function that cannot be one, before the framework tries it, fails and prints a stack:
 * 404 for a function that there is not (not any more, where a reader's page is of an earlier release), 400 for arguments
 * that no client of ours writes. Undefined for every other request.
 *
 * @param isKnown whether there is a server function with that id
 */
export async function refuseCall(
  request: Request,
  isKnown: (id: string) => Promise<boolean>,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  // The framework finds its functions by the decoded path.
  const path = decodePath(pathname)
  if (!path.startsWith(SERVER_FUNCTION_PREFIX)) return undefined
  const [id = ''] = path.slice(SERVER_FUNCTION_PREFIX.length).split('/')
  if (!(await isKnown(id))) return new Response('There is no such function.\n', { status: 404 })
  const written = request.method === 'GET' ? searchParams.get('payload') : await jsonBody(request)
  if (!written || isCallArguments(written)) return undefined
  return new Response('The arguments are not right.\n', { status: 400 })
}

async function jsonBody(request: Request): Promise<string | undefined> {
  const isJson = request.headers.get('content-type')?.includes('application/json')
  // An empty body is no JSON either.
  return isJson ? (await request.clone().text()) || ' ' : undefined
}
