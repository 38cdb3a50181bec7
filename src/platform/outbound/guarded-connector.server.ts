import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { hostAndPort, isPublicAddress, refusalOf } from './address-guard.ts'
import { FetchFailure } from './fetch-failure.ts'

/** A connection that must not be made. The message is a sentence for an editor. */
export class RefusedError extends Error {
  override name = 'RefusedError'
}

/**
 * Looks a name up and answers only if every one of its addresses is public. The socket connects to what this answers
 * and nothing else, so a name cannot be checked with one address and reached at another (DNS rebinding).
 */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, answer) => {
      // With an error there is no answer at all.
      if (error) return callback(error, [])
      const addresses = typeof answer === 'string' ? [] : answer
      const [first] = addresses
      if (!first) return callback(new FetchFailure('The host name could not be found'), [])
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new RefusedError('The host name leads to a private network'), [])
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * An undici connector that opens sockets only to public addresses, and to the exact `host:port` pairs allowed besides.
 * Literal addresses never reach a lookup, so they are judged here as well. HTTP/1.1 only.
 */
export function createGuardedConnector(options: {
  allowedPrivateHosts: ReadonlySet<string>
  connectTimeout: number
  lookup?: LookupFunction
}): buildConnector.connector {
  const lookup: LookupFunction = options.lookup ?? systemLookup
  const shared = { timeout: options.connectTimeout, allowH2: false, autoSelectFamily: true }
  const connectAnywhere = buildConnector({ ...shared, lookup })
  const connectPublic = buildConnector({ ...shared, lookup: publicOnly(lookup) })

  return (target, callback) => {
    const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`)
    if (options.allowedPrivateHosts.has(hostAndPort(url))) return connectAnywhere(target, callback)
    const refusal = refusalOf(url, options.allowedPrivateHosts)
    if (refusal) return callback(new RefusedError(refusal), null)
    connectPublic(target, callback)
  }
}
