/** In order of preference. */
export type Encoding = 'br' | 'gzip' | 'identity'

const remembered = new Map<string, Encoding>()
/** Limits memory use by hostile clients. */
const MAX_REMEMBERED = 1000

/** Chooses the response encoding for an Accept-Encoding header (RFC 9110 §12.5.3). */
export function chooseEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const known = remembered.get(header)
  if (known) return known
  const chosen = negotiate(header)
  if (remembered.size < MAX_REMEMBERED) remembered.set(header, chosen)
  return chosen
}

function negotiate(header: string): Encoding {
  const quality = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    quality.set(coding, q ? Number(q.slice(2)) || 0 : 1)
  }
  let chosen: Encoding = 'identity'
  let best = quality.get('identity') ?? 0
  for (const coding of ['gzip', 'br'] as const) {
    const wanted = quality.get(coding) ?? quality.get('*') ?? 0
    if (wanted > 0 && wanted >= best) {
      chosen = coding
      best = wanted
    }
  }
  return chosen
}
