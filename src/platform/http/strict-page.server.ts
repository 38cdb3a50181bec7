import type { Body, CachedPage } from '#platform/pages/cached-page.server.ts'
import type { Encoding } from './accept-encoding.ts'
import { STRICT_TRANSPORT } from './security-headers.server.ts'

const strictPages = new WeakMap<CachedPage, CachedPage>()

/** Created once: setting a header per response is slower than sending a page. */
export function strictPage(page: CachedPage): CachedPage {
  const known = strictPages.get(page)
  if (known) return known
  const made: CachedPage = {
    ...page,
    notModifiedHeaders: [...page.notModifiedHeaders, ...STRICT_TRANSPORT],
    bodies: {},
    async make(encoding) {
      made.bodies[encoding] ??= strictBody(await page.make(encoding))
      return made.bodies[encoding]
    },
  }
  for (const [encoding, body] of Object.entries(page.bodies))
    made.bodies[encoding as Encoding] = strictBody(body)
  strictPages.set(page, made)
  return made
}

function strictBody(body: Body): Body {
  return { ...body, headers: [...body.headers, ...STRICT_TRANSPORT] }
}
