import { startMasthead } from '../../e2e/fixtures/masthead-server.ts'

/** Starts the server. @returns what it printed before it ended, undefined if it started */
export function startFailure(env) {
  return startMasthead(env).then(
    (server) => server[Symbol.asyncDispose](),
    (error) => error.message,
  )
}
