export const CDN_PROVIDERS = ['cloudflare', 'fastly', 'varnish'] as const
export type CdnProvider = (typeof CDN_PROVIDERS)[number]

export type PurgeRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

type Protocol = {
  /** Overrides Cache-Control for the CDN alone, and is removed by it. */
  controlHeader: 'cdn-cache-control' | 'surrogate-control'
  keysHeader: 'cache-tag' | 'surrogate-key'
  separator: string
  /** The most keys of one request. */
  maxKeys: number
  /** A soft purge makes copies stale, so that they are still served while the site does not respond. */
  hasSoftPurges: boolean
  needsToken: boolean
  purge(base: string, token: string | undefined, keys: readonly string[], isHard: boolean): PurgeRequest
}

/** How each CDN receives the keys of a response, and purges the copies with these keys. */
export const CDN_PROTOCOLS: Record<CdnProvider, Protocol> = {
  /** RFC 9213; developers.cloudflare.com/cache/how-to/purge-cache. */
  cloudflare: {
    controlHeader: 'cdn-cache-control',
    keysHeader: 'cache-tag',
    separator: ',',
    maxKeys: 100,
    hasSoftPurges: false,
    needsToken: true,
    purge: (base, token, keys) => ({
      method: 'POST',
      url: `${base}/purge_cache`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ tags: keys }),
    }),
  },
  /** fastly.com/documentation/reference/api/purging. */
  fastly: {
    controlHeader: 'surrogate-control',
    keysHeader: 'surrogate-key',
    separator: ' ',
    maxKeys: 256,
    hasSoftPurges: true,
    needsToken: true,
    purge: (base, token = '', keys, isHard) => ({
      method: 'POST',
      url: `${base}/purge`,
      headers: {
        'fastly-key': token,
        'content-type': 'application/json',
        accept: 'application/json',
        ...(!isHard && { 'fastly-soft-purge': '1' }),
      },
      body: JSON.stringify({ surrogate_keys: keys }),
    }),
  },
  /** Uses deploy/varnish.vcl. */
  varnish: {
    controlHeader: 'surrogate-control',
    keysHeader: 'surrogate-key',
    separator: ' ',
    maxKeys: 256,
    hasSoftPurges: true,
    needsToken: false,
    purge: (base, token, keys, isHard) => ({
      method: 'PURGE',
      url: `${base}/`,
      headers: {
        [isHard ? 'xkey-purge' : 'xkey-softpurge']: keys.join(' '),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    }),
  },
}
