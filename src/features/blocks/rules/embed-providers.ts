import { phrase } from '#kernel/text/phrase.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'
import { parseMap } from './parse-map.ts'
import type { EmbedFrame, ParsedEmbed } from './parsed-embed.ts'

export type Embed = ParsedEmbed & { provider: EmbedProviderId; link: string }

type Provider = {
  name: string
  /** Exact names, without port. */
  hosts: readonly string[]
  /** Hosts of addresses that redirect to others; with a path, only those that begin with it. */
  shortHosts?: readonly string[]
  /** The oEmbed endpoint (https://oembed.com), to which `url` is added. */
  oembed?: string
  parse: (url: URL) => ParsedEmbed | null
}

const WIDESCREEN: EmbedFrame = { ratio: [16, 9] }
const UPRIGHT: EmbedFrame = { ratio: [9, 16] }

const youtube: Provider = {
  name: 'YouTube',
  hosts: [
    'youtube.com',
    'www.youtube.com',
    'm.youtube.com',
    'music.youtube.com',
    'youtu.be',
    'www.youtube-nocookie.com',
    'youtube-nocookie.com',
  ],
  oembed: 'https://www.youtube.com/oembed?format=json',
  parse(url) {
    const path = url.hostname === 'youtu.be' ? `/v${url.pathname}` : url.pathname
    const list = /^[\w-]{12,64}$/.exec(url.searchParams.get('list') ?? '')?.[0]
    if (/^\/(?:playlist|embed\/videoseries)\/?$/.test(path)) {
      if (!list) return null
      const address = `https://www.youtube.com/playlist?list=${list}`
      const player = `https://www.youtube-nocookie.com/embed/videoseries?list=${list}`
      return { kind: 'video', address, player, frame: WIDESCREEN }
    }
    const [, form, inPath] = /^\/(?:watch|(v|embed|live|shorts)\/([\w-]{11}))\/?$/.exec(path) ?? []
    const id =
      inPath ?? (/^\/watch\/?$/.test(path) && /^[\w-]{11}$/.exec(url.searchParams.get('v') ?? '')?.[0])
    if (!id) return null
    const start = parseSeconds(url.searchParams.get('t') ?? url.searchParams.get('start'))
    const player = `https://www.youtube-nocookie.com/embed/${id}`
    if (form === 'shorts')
      return { kind: 'video', address: `https://www.youtube.com/shorts/${id}`, player, frame: UPRIGHT }
    const address = `https://www.youtube.com/watch?v=${id}${list ? `&list=${list}` : ''}${start ? `&t=${start}s` : ''}`
    const parameters = [list && `list=${list}`, start && `start=${start}`].filter(Boolean).join('&')
    return { kind: 'video', address, player: `${player}${parameters && `?${parameters}`}`, frame: WIDESCREEN }
  },
}

const vimeo: Provider = {
  name: 'Vimeo',
  hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
  oembed: 'https://vimeo.com/api/oembed.json?dnt=1',
  parse(url) {
    const [, id, inPath] =
      /^\/(?:video\/|channels\/[\w-]{1,100}\/|groups\/[\w-]{1,100}\/videos\/|showcase\/\d{1,12}\/video\/)?(\d{5,12})(?:\/([\da-f]{8,20}))?\/?$/.exec(
        url.pathname,
      ) ?? []
    if (!id) return null
    // Identifies an unlisted video.
    const key = inPath ?? /^[\da-f]{8,20}$/.exec(url.searchParams.get('h') ?? '')?.[0]
    const start = parseSeconds(/^#t=([\dhms]{1,12})$/.exec(url.hash)?.[1])
    const moment = start ? `#t=${start}s` : ''
    return {
      kind: 'video',
      address: `https://vimeo.com/${id}${key ? `/${key}` : ''}${moment}`,
      player: `https://player.vimeo.com/video/${id}?${key ? `h=${key}&` : ''}dnt=1${moment}`,
      frame: WIDESCREEN,
    }
  },
}

const x: Provider = {
  name: 'X',
  hosts: ['x.com', 'www.x.com', 'mobile.x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
  oembed: 'https://publish.x.com/oembed?omit_script=1&dnt=1',
  parse({ pathname }) {
    const [, user, id] =
      /^\/(?:(\w{1,15})|i\/web)\/status(?:es)?\/(\d{1,20})(?:\/(?:photo|video)\/\d)?\/?$/.exec(pathname) ?? []
    return post(
      id && `https://x.com/${user ?? 'i'}/status/${id}`,
      `https://platform.twitter.com/embed/Tweet.html?dnt=true&id=${id}`,
      600,
    )
  },
}

const bluesky: Provider = {
  name: 'Bluesky',
  hosts: ['bsky.app', 'www.bsky.app'],
  oembed: 'https://embed.bsky.app/oembed',
  parse({ pathname }) {
    const [, author, key] =
      /^\/profile\/(did:plc:[a-z2-7]{24}|[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,6})\/post\/([a-z\d]{8,20})\/?$/i.exec(
        pathname,
      ) ?? []
    return post(
      key && `https://bsky.app/profile/${author}/post/${key}`,
      `https://embed.bsky.app/embed/${author}/app.bsky.feed.post/${key}`,
      500,
    )
  },
}

/** Any host may be a server. */
const mastodon: Provider = { name: 'Mastodon', hosts: [], parse: parseMastodon }

function parseMastodon({ hostname, pathname }: URL): ParsedEmbed | null {
  const [, user, id] =
    /^\/(@\w{1,64}(?:@[a-z\d.-]{1,253})?|users\/\w{1,64}\/statuses)\/(\d{5,20})(?:\/embed)?\/?$/i.exec(
      pathname,
    ) ?? []
  if (!user || !id || !isPublicName(hostname)) return null
  const address = `https://${hostname}/${user.replace(/^users\/(\w+)\/statuses$/, '@$1')}/${id}`
  return post(address, `${address}/embed`, 500)
}

/** A domain name, not an address, which the URL parser gives a number as its last part or brackets. */
function isPublicName(hostname: string): boolean {
  return /^(?:[a-z\d_-]{1,63}\.){1,8}(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/.test(hostname)
}

const instagram: Provider = {
  name: 'Instagram',
  hosts: ['instagram.com', 'www.instagram.com', 'm.instagram.com', 'instagr.am'],
  parse({ pathname }) {
    const [, form, code] =
      /^\/(?:[\w.]{1,30}\/)?(p|reels?|tv)\/([\w-]{5,40})(?:\/embed(?:\/captioned)?)?\/?$/.exec(pathname) ?? []
    const address = code && `https://www.instagram.com/${form === 'reels' ? 'reel' : form}/${code}/`
    return post(address, `${address}embed/captioned/`, 750)
  },
}

const tiktok: Provider = {
  name: 'TikTok',
  hosts: ['tiktok.com', 'www.tiktok.com', 'm.tiktok.com'],
  shortHosts: ['vm.tiktok.com', 'vt.tiktok.com', 'www.tiktok.com/t/', 'tiktok.com/t/'],
  oembed: 'https://www.tiktok.com/oembed',
  parse({ pathname }) {
    const [, user, form, id] =
      /^\/(?:(@[\w.]{1,30})\/(video|photo)|v|embed(?:\/v[23])?|player\/v1)\/(\d{8,20})(?:\.html)?\/?$/.exec(
        pathname,
      ) ?? []
    if (!id) return null
    const isPhoto = form === 'photo'
    return {
      kind: isPhoto ? 'post' : 'video',
      // TikTok ignores the name.
      address: `https://www.tiktok.com/${user ?? '@_'}/${form ?? 'video'}/${id}`,
      player: `https://www.tiktok.com/${isPhoto ? 'embed/v2' : 'player/v1'}/${id}`,
      frame: isPhoto ? { height: 740 } : UPRIGHT,
    }
  },
}

const spotify: Provider = {
  name: 'Spotify',
  hosts: ['open.spotify.com'],
  shortHosts: ['spotify.link', 'spotify.app.link'],
  oembed: 'https://open.spotify.com/oembed',
  parse({ pathname }) {
    const [, type, id] =
      /^\/(?:intl-[a-z]{2}(?:-[a-z]{2})?\/)?(?:embed\/)?(track|album|playlist|episode|show|artist)\/([A-Za-z\d]{22})\/?$/.exec(
        pathname,
      ) ?? []
    if (!id) return null
    const path = `${type}/${id}`
    return {
      kind: 'audio',
      address: `https://open.spotify.com/${path}`,
      player: `https://open.spotify.com/embed/${path}`,
      frame: { height: type === 'track' || type === 'episode' ? 152 : 352 },
    }
  },
}

/** First parts of paths that are pages, not people. */
const SOUNDCLOUD_PAGES =
  /^(?:charts|discover|feed|jobs|pages|people|player|popular|search|settings|stations|stream|tags|terms-of-use|upload|you)$/

const soundcloud: Provider = {
  name: 'SoundCloud',
  hosts: ['soundcloud.com', 'www.soundcloud.com', 'm.soundcloud.com'],
  shortHosts: ['on.soundcloud.com'],
  oembed: 'https://soundcloud.com/oembed?format=json',
  parse({ pathname }) {
    const [, user = '', set, title] =
      /^\/([\w-]{3,60})\/(sets\/)?([\w-]{1,255})(?:\/s-[A-Za-z\d]{5,20})?\/?$/.exec(pathname) ?? []
    if (!title || SOUNDCLOUD_PAGES.test(user)) return null
    if (
      !set &&
      /^(?:albums|comments|followers|following|likes|popular-tracks|reposts|sets|tracks)$/.test(title)
    )
      return null
    const address = `https://soundcloud.com${pathname.replace(/\/$/, '')}`
    return {
      kind: 'audio',
      address,
      player: `https://w.soundcloud.com/player/?url=${encodeURIComponent(address)}`,
      frame: { height: set ? 450 : 166 },
    }
  },
}

const datawrapper: Provider = {
  name: 'Datawrapper',
  hosts: ['datawrapper.dwcdn.net', 'www.datawrapper.de', 'datawrapper.de'],
  oembed: 'https://api.datawrapper.de/v3/oembed?format=json',
  parse({ hostname, pathname }) {
    const isShared = hostname !== 'datawrapper.dwcdn.net'
    // An address with the number of a version would always show that version.
    const id = (
      isShared ? /^\/_\/([A-Za-z\d]{5})\/?$/ : /^\/([A-Za-z\d]{5})(?:\/\d{1,6})?\/?(?:index\.html)?$/
    ).exec(pathname)?.[1]
    const address = `https://datawrapper.dwcdn.net/${id}/`
    return id ? { kind: 'graphic', address, player: address, frame: { height: 450 } } : null
  },
}

const flourish: Provider = {
  name: 'Flourish',
  hosts: ['public.flourish.studio', 'flo.uri.sh'],
  oembed: 'https://app.flourish.studio/api/v1/oembed',
  parse({ pathname }) {
    const [, path] = /^\/((?:visualisation|story)\/\d{1,12})(?:\/embed)?\/?$/.exec(pathname) ?? []
    if (!path) return null
    return {
      kind: 'graphic',
      address: `https://public.flourish.studio/${path}/`,
      player: `https://flo.uri.sh/${path}/embed`,
      frame: { height: 575 },
    }
  },
}

/** `parseMap` checks the host. */
const googleMaps: Provider = {
  name: 'Google Maps',
  hosts: [],
  shortHosts: ['maps.app.goo.gl', 'goo.gl/maps/'],
  parse: parseMap,
}

export const EMBED_PROVIDERS = {
  youtube,
  vimeo,
  x,
  bluesky,
  mastodon,
  instagram,
  tiktok,
  spotify,
  soundcloud,
  datawrapper,
  flourish,
  'google-maps': googleMaps,
} as const satisfies Record<string, Provider>

export type EmbedProviderId = keyof typeof EMBED_PROVIDERS

const PROVIDER_IDS = Object.keys(EMBED_PROVIDERS) as EmbedProviderId[]

function post(address: string | undefined, player: string, height: number): ParsedEmbed | null {
  return address ? { kind: 'post', address, player, frame: { height } } : null
}

/** "90", "90s", "1m30s" or "1h2m3s"; 0 for anything else. */
function parseSeconds(text: string | null | undefined): number {
  const [match, hours, minutes, seconds] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(text ?? '') ?? []
  return match ? Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0) : 0
}

/** Reads the address of a page that can be shown in a frame (newsroom §4). Null for all others, and unless https. */
export function parseEmbed(text: string): Embed | null {
  const url = parseHttps(text)
  if (!url) return null
  const known = PROVIDER_IDS.find((id) => (EMBED_PROVIDERS[id] as Provider).hosts.includes(url.hostname))
  // These have no list of hosts.
  const providers: EmbedProviderId[] = known ? [known] : ['google-maps', 'mastodon']
  for (const provider of providers) {
    const parsed = EMBED_PROVIDERS[provider].parse(url)
    if (parsed && parsed.address.length <= MAX_URL_LENGTH)
      return { ...parsed, provider, link: parsed.link ?? parsed.address }
  }
  return null
}

export const unsupportedEmbed = () =>
  phrase('This is not the address of something that can be embedded. Supported are {providers}.', {
    providers: Object.values(EMBED_PROVIDERS)
      .map(({ name }) => name)
      .join(', '),
  })

/** The provider of an address that redirects to one for `parseEmbed`, such as https://vm.tiktok.com/… */
export function shortAddressProvider(text: string): EmbedProviderId | null {
  const url = parseHttps(text)
  if (!url || !/^\/[\w/-]{4,60}$/.test(url.pathname)) return null
  const place = url.hostname + url.pathname
  const id = PROVIDER_IDS.find((id) =>
    (EMBED_PROVIDERS[id] as Provider).shortHosts?.some((short) =>
      short.includes('/') ? place.startsWith(short) : url.hostname === short,
    ),
  )
  return id ?? null
}

/** Null with a user name or port, and for texts that the URL parser would repair. */
function parseHttps(text: string): URL | null {
  const trimmed = text.trim()
  if (trimmed.length > MAX_URL_LENGTH || !/^https:\/\/[^\s\\\p{Cc}]+$/iu.test(trimmed)) return null
  const url = URL.parse(trimmed)
  return url && !url.username && !url.password && !url.port && !url.hostname.endsWith('.') ? url : null
}
