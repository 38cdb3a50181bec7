import { lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { blockedReason, hostAndPort, isPublicAddress } from './address-guard.ts'
import { FetchError } from './fetch-error.ts'

/** The message is for editors. */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError'
}

/** Fails unless all addresses are public. The socket connects to these, which prevents DNS rebinding. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, result) => {
      // Undefined on errors, despite the type.
      if (error) return callback(error, [])
      const addresses = typeof result === 'string' ? [] : result
      const [first] = addresses
      if (!first) return callback(new FetchError('The host name could not be found'), [])
      if (!addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(new BlockedAddressError('The host name resolves to a private network'), [])
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/**
 * Connects to public addresses and allowed `host:port` pairs, over HTTP/1.1 only. Literal addresses bypass the lookup,
 * so they are checked too.
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
    const reason = blockedReason(url, options.allowedPrivateHosts)
    if (reason) return callback(new BlockedAddressError(reason), null)
    connectPublic(target, callback)
  }
}
