import type { ParsedEmbed } from './parsed-embed.ts'

/** Country domains belong to Google or are redirected to www.google.com, from which all frames are loaded. */
const MAP_HOST = /^(?:www\.|maps\.)?google\.(?:com|[a-z]{2}|com?\.[a-z]{2})$/

const ORIGIN = 'https://www.google.com'

/** Google Maps: the address of a place, a view, a search, directions, a shared "My Maps" map, or a frame. */
export function parseMap(url: URL): ParsedEmbed | null {
  const path = url.pathname.replace(/\/$/, '')
  const isMapsHost = url.hostname.startsWith('maps.')
  if (!MAP_HOST.test(url.hostname) || !(isMapsHost || /^\/maps(?:\/|$)/.test(path))) return null
  if (path === '/maps/embed') return parseFrame(url.searchParams.get('pb') ?? '')
  if (/^\/maps\/d\/(?:u\/\d\/)?(?:embed|viewer|edit)$/.test(path)) return parseSharedMap(url.searchParams)
  return parseView(path, url.searchParams)
}

/** `pb` is not documented, and can only be passed on. */
function parseFrame(pb: string): ParsedEmbed | null {
  if (!/^![^\s<>"'`\\]{10,1900}$/.test(pb)) return null
  const player = `${ORIGIN}/maps/embed?pb=${encodeURIComponent(pb)}`
  const [, longitude, latitude] =
    /!2d(-?\d{1,3}(?:\.\d{1,20})?)!3d(-?\d{1,3}(?:\.\d{1,20})?)(?:!|$)/.exec(pb) ?? []
  // The page of a frame can only be shown in a frame.
  const link = latitude ? `${ORIGIN}/maps/@${latitude},${longitude},15z` : `${ORIGIN}/maps`
  return map(player, player, link)
}

function parseSharedMap(parameters: URLSearchParams): ParsedEmbed | null {
  const id = /^[\w-]{10,80}$/.exec(parameters.get('mid') ?? '')?.[0]
  return id ? map(`${ORIGIN}/maps/d/viewer?mid=${id}`, `${ORIGIN}/maps/d/embed?mid=${id}`) : null
}

function parseView(path: string, parameters: URLSearchParams): ParsedEmbed | null {
  const [first, ...parts] = path
    .replace(/^\/maps(?=\/|$)/, '')
    .split('/')
    .filter(Boolean)
    .map(decodePart)
  const view = [first ?? '', ...parts].find((part) => part.startsWith('@')) ?? ''
  const [, latitude, longitude, zoom] =
    /^@(-?\d{1,2}(?:\.\d{1,20})?),(-?\d{1,3}(?:\.\d{1,20})?)(?:,(\d{1,2})(?:\.\d{1,10})?z)?/.exec(view) ?? []
  const center = latitude ? `${latitude},${longitude}` : ''
  const player = new URLSearchParams()
  if (first === 'dir') {
    const [from, to] = parts
    if (!isQuery(from) || !isQuery(to)) return null
    player.set('saddr', from)
    player.set('daddr', to)
  } else {
    const query =
      first === 'place' || (first === 'search' && parts.length > 0)
        ? parts[0]
        : (parameters.get('query') ?? parameters.get('q') ?? center)
    if (!isQuery(query) && !center) return null
    player.set('q', isQuery(query) ? query : center)
  }
  if (center) player.set('ll', center)
  if (zoom) player.set('z', zoom)
  player.set('output', 'embed')
  return map(addressOf(path, parameters), `${ORIGIN}/maps?${player}`)
}

function addressOf(path: string, parameters: URLSearchParams): string {
  const kept = new URLSearchParams()
  for (const name of ['api', 'query', 'q']) {
    const value = parameters.get(name)
    if (value) kept.set(name, value)
  }
  return `${ORIGIN}${/^\/maps(?:\/|$)/.test(path) ? path : `/maps${path}`}${kept.size > 0 ? `?${kept}` : ''}`
}

const MAX_QUERY_LENGTH = 300

function isQuery(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== '' && text.length <= MAX_QUERY_LENGTH && !text.startsWith('@')
}

/** The name of a place in the address, for a title. */
export function placeNameOf(address: string): string | null {
  const url = URL.parse(address)
  const place = /^\/maps\/(?:place|search)\/([^/]+)/.exec(url?.pathname ?? '')?.[1]
  const name = place ? decodePart(place) : (url?.searchParams.get('query') ?? url?.searchParams.get('q'))
  return name && isQuery(name) && /\p{L}/u.test(name) ? name : null
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

function map(address: string, player: string, link?: string): ParsedEmbed {
  return { kind: 'map', address, player, frame: { ratio: [4, 3] }, ...(link && { link }) }
}
