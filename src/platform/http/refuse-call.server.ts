import { decodePath, SERVER_FUNCTION_PREFIX } from '#kernel/paths.ts'
import { isCallArguments } from './is-call-arguments.ts'

/**
 * Rejects an invalid server function call, for which the framework would log a stack trace: 404 for an unknown function
 * (for example of an earlier release), 400 for invalid arguments.
 */
export async function refuseCall(
  request: Request,
  isKnown: (id: string) => Promise<boolean>,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url)
  // The framework matches the decoded path.
  const path = decodePath(pathname)
  if (!path.startsWith(SERVER_FUNCTION_PREFIX)) return undefined
  const [id = ''] = path.slice(SERVER_FUNCTION_PREFIX.length).split('/')
  if (!(await isKnown(id))) return new Response('Function not found.\n', { status: 404 })
  const written = request.method === 'GET' ? searchParams.get('payload') : await jsonBody(request)
  if (!written || isCallArguments(written)) return undefined
  return new Response('The arguments are invalid.\n', { status: 400 })
}

async function jsonBody(request: Request): Promise<string | undefined> {
  const isJson = request.headers.get('content-type')?.includes('application/json')
  // An empty body is not valid JSON.
  return isJson ? (await request.clone().text()) || ' ' : undefined
}
