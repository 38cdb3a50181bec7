const MAX_MESSAGE_LENGTH = 10_000
const MIN_HEIGHT = 100
const MAX_HEIGHT = 5_000

/**
 * Reads the height that a provider's page wants, from a message of its frame: of Bluesky, Mastodon, Flourish, Datawrapper,
 * Instagram and X. Null for all others.
 */
export function readHeight(message: unknown): number | null {
  const data = typeof message === 'string' ? parse(message) : message
  if (!isRecord(data)) return null
  const { details, 'datawrapper-height': datawrapper, 'twttr.embed': x } = data
  const height =
    data.height ||
    (isRecord(details) && details.height) ||
    (isRecord(datawrapper) && Object.values(datawrapper)[0]) ||
    (isRecord(x) && Array.isArray(x.params) && isRecord(x.params[0]) && x.params[0].height)
  return typeof height === 'number' && height >= MIN_HEIGHT && height <= MAX_HEIGHT ? Math.ceil(height) : null
}

function parse(text: string): unknown {
  try {
    return text.length <= MAX_MESSAGE_LENGTH ? JSON.parse(text) : null
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
