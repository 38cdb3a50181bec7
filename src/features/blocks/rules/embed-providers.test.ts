import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMBED_PROVIDERS, type EmbedProviderId, parseEmbed, shortAddressProvider } from './embed-providers.ts'

const NOCOOKIE = 'https://www.youtube-nocookie.com/embed'
const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const DID = 'did:plc:z72i7hdynmk6r22z27h6tvur'
const TRACK = '4uLU6hMCjMI75M1A2tKUQC'

/** Pasted address, provider, canonical address, player. */
const ADDRESSES: [pasted: string, provider: EmbedProviderId, address: string, player: string][] = [
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', WATCH, `${NOCOOKIE}/dQw4w9WgXcQ`],
  ['  https://youtube.com/watch?v=dQw4w9WgXcQ\n', 'youtube', WATCH, `${NOCOOKIE}/dQw4w9WgXcQ`],
  ['HTTPS://WWW.YouTube.com/watch?v=dQw4w9WgXcQ', 'youtube', WATCH, `${NOCOOKIE}/dQw4w9WgXcQ`],
  [
    'https://m.youtube.com/watch?app=desktop&feature=share&v=dQw4w9WgXcQ',
    'youtube',
    WATCH,
    `${NOCOOKIE}/dQw4w9WgXcQ`,
  ],
  ['https://youtu.be/dQw4w9WgXcQ?si=4yKAgCJzNHgXIvQd', 'youtube', WATCH, `${NOCOOKIE}/dQw4w9WgXcQ`],
  ['https://youtu.be/dQw4w9WgXcQ?t=43', 'youtube', `${WATCH}&t=43s`, `${NOCOOKIE}/dQw4w9WgXcQ?start=43`],
  [`${WATCH}&t=1h2m3s`, 'youtube', `${WATCH}&t=3723s`, `${NOCOOKIE}/dQw4w9WgXcQ?start=3723`],
  [
    'https://www.youtube.com/embed/dQw4w9WgXcQ?start=90&autoplay=1',
    'youtube',
    `${WATCH}&t=90s`,
    `${NOCOOKIE}/dQw4w9WgXcQ?start=90`,
  ],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube', WATCH, `${NOCOOKIE}/dQw4w9WgXcQ`],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=shared', 'youtube', WATCH, `${NOCOOKIE}/dQw4w9WgXcQ`],
  [
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    'youtube',
    'https://www.youtube.com/shorts/dQw4w9WgXcQ',
    `${NOCOOKIE}/dQw4w9WgXcQ`,
  ],
  [
    'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
    'youtube',
    'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
    `${NOCOOKIE}/videoseries?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf`,
  ],
  [
    `${WATCH}&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf&index=2`,
    'youtube',
    `${WATCH}&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf`,
    `${NOCOOKIE}/dQw4w9WgXcQ?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf`,
  ],
  [
    'https://vimeo.com/76979871',
    'vimeo',
    'https://vimeo.com/76979871',
    'https://player.vimeo.com/video/76979871?dnt=1',
  ],
  [
    'https://vimeo.com/channels/staffpicks/76979871?share=copy',
    'vimeo',
    'https://vimeo.com/76979871',
    'https://player.vimeo.com/video/76979871?dnt=1',
  ],
  [
    'https://vimeo.com/76979871/8272103f6e#t=1m5s',
    'vimeo',
    'https://vimeo.com/76979871/8272103f6e#t=65s',
    'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1#t=65s',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'vimeo',
    'https://vimeo.com/76979871/8272103f6e',
    'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1',
  ],
  [
    'https://x.com/NASA/status/1816540213467431402?s=20',
    'x',
    'https://x.com/NASA/status/1816540213467431402',
    'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=1816540213467431402',
  ],
  [
    'https://mobile.twitter.com/NASA/status/1816540213467431402/photo/1',
    'x',
    'https://x.com/NASA/status/1816540213467431402',
    'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=1816540213467431402',
  ],
  [
    'https://twitter.com/i/web/status/1816540213467431402',
    'x',
    'https://x.com/i/status/1816540213467431402',
    'https://platform.twitter.com/embed/Tweet.html?dnt=true&id=1816540213467431402',
  ],
  [
    'https://bsky.app/profile/bsky.app/post/3jzn6g7ixgq2y',
    'bluesky',
    'https://bsky.app/profile/bsky.app/post/3jzn6g7ixgq2y',
    'https://embed.bsky.app/embed/bsky.app/app.bsky.feed.post/3jzn6g7ixgq2y',
  ],
  [
    `https://bsky.app/profile/${DID}/post/3jzn6g7ixgq2y?ref_src=embed`,
    'bluesky',
    `https://bsky.app/profile/${DID}/post/3jzn6g7ixgq2y`,
    `https://embed.bsky.app/embed/${DID}/app.bsky.feed.post/3jzn6g7ixgq2y`,
  ],
  [
    'https://mastodon.social/@Gargron/100254678717223630',
    'mastodon',
    'https://mastodon.social/@Gargron/100254678717223630',
    'https://mastodon.social/@Gargron/100254678717223630/embed',
  ],
  [
    'https://social.example.org/@ada@other.example/100254678717223630/embed',
    'mastodon',
    'https://social.example.org/@ada@other.example/100254678717223630',
    'https://social.example.org/@ada@other.example/100254678717223630/embed',
  ],
  [
    'https://social.example/users/ada/statuses/100254678717223630',
    'mastodon',
    'https://social.example/@ada/100254678717223630',
    'https://social.example/@ada/100254678717223630/embed',
  ],
  [
    'https://mastodon.münchen.example/@ada/100254678717223630',
    'mastodon',
    'https://mastodon.xn--mnchen-3ya.example/@ada/100254678717223630',
    'https://mastodon.xn--mnchen-3ya.example/@ada/100254678717223630/embed',
  ],
  [
    'https://www.instagram.com/p/CUbHfhpswxt/?igsh=MzRlODBiNWFlZA==',
    'instagram',
    'https://www.instagram.com/p/CUbHfhpswxt/',
    'https://www.instagram.com/p/CUbHfhpswxt/embed/captioned/',
  ],
  [
    'https://instagram.com/bbcnews/reel/CUbHfhpswxt',
    'instagram',
    'https://www.instagram.com/reel/CUbHfhpswxt/',
    'https://www.instagram.com/reel/CUbHfhpswxt/embed/captioned/',
  ],
  [
    'https://www.instagram.com/reels/CUbHfhpswxt/',
    'instagram',
    'https://www.instagram.com/reel/CUbHfhpswxt/',
    'https://www.instagram.com/reel/CUbHfhpswxt/embed/captioned/',
  ],
  [
    'https://www.tiktok.com/@scout2015/video/6718335390845095173?is_from_webapp=1',
    'tiktok',
    'https://www.tiktok.com/@scout2015/video/6718335390845095173',
    'https://www.tiktok.com/player/v1/6718335390845095173',
  ],
  [
    'https://m.tiktok.com/v/6718335390845095173.html',
    'tiktok',
    'https://www.tiktok.com/@_/video/6718335390845095173',
    'https://www.tiktok.com/player/v1/6718335390845095173',
  ],
  [
    'https://www.tiktok.com/@scout2015/photo/6718335390845095173',
    'tiktok',
    'https://www.tiktok.com/@scout2015/photo/6718335390845095173',
    'https://www.tiktok.com/embed/v2/6718335390845095173',
  ],
  [
    `https://open.spotify.com/intl-de/track/${TRACK}?si=abc`,
    'spotify',
    `https://open.spotify.com/track/${TRACK}`,
    `https://open.spotify.com/embed/track/${TRACK}`,
  ],
  [
    `https://open.spotify.com/embed/episode/${TRACK}?utm_source=generator`,
    'spotify',
    `https://open.spotify.com/episode/${TRACK}`,
    `https://open.spotify.com/embed/episode/${TRACK}`,
  ],
  [
    'https://soundcloud.com/forss/flickermood?in=x&utm_source=clipboard',
    'soundcloud',
    'https://soundcloud.com/forss/flickermood',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood',
  ],
  [
    'https://m.soundcloud.com/forss/sets/soulhack',
    'soundcloud',
    'https://soundcloud.com/forss/sets/soulhack',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fsets%2Fsoulhack',
  ],
  [
    'https://datawrapper.dwcdn.net/Lk4cj/12/',
    'datawrapper',
    'https://datawrapper.dwcdn.net/Lk4cj/',
    'https://datawrapper.dwcdn.net/Lk4cj/',
  ],
  [
    'https://www.datawrapper.de/_/Lk4cj/',
    'datawrapper',
    'https://datawrapper.dwcdn.net/Lk4cj/',
    'https://datawrapper.dwcdn.net/Lk4cj/',
  ],
  [
    'https://public.flourish.studio/visualisation/1234567/?utm_source=embed',
    'flourish',
    'https://public.flourish.studio/visualisation/1234567/',
    'https://flo.uri.sh/visualisation/1234567/embed',
  ],
  [
    'https://flo.uri.sh/story/1234567/embed?auto=1',
    'flourish',
    'https://public.flourish.studio/story/1234567/',
    'https://flo.uri.sh/story/1234567/embed',
  ],
]

describe('parseEmbed', () => {
  it.each(ADDRESSES)('reads %s', (pasted, provider, address, player) => {
    expect(parseEmbed(pasted)).toMatchObject({ provider, address, player, link: address })
  })

  it('shows upright videos upright', () => {
    expect(parseEmbed('https://www.youtube.com/shorts/dQw4w9WgXcQ')?.frame).toEqual({ ratio: [9, 16] })
    expect(parseEmbed(WATCH)?.frame).toEqual({ ratio: [16, 9] })
  })

  it.each([
    // Other schemes.
    'http://youtu.be/dQw4w9WgXcQ',
    'javascript:alert(1)//https://youtu.be/dQw4w9WgXcQ',
    'data:text/html,https://youtu.be/dQw4w9WgXcQ',
    '//youtu.be/dQw4w9WgXcQ',
    'youtu.be/dQw4w9WgXcQ',
    'https:youtu.be/dQw4w9WgXcQ',
    // User names and ports.
    'https://youtu.be@evil.example/dQw4w9WgXcQ',
    'https://user:password@youtu.be/dQw4w9WgXcQ',
    'https://youtu.be:8443/dQw4w9WgXcQ',
    // Other hosts.
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil-youtube.com/watch?v=dQw4w9WgXcQ',
    'https://evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
    'https://evil.example?https://youtu.be/dQw4w9WgXcQ',
    'https://evil.example#@youtu.be/dQw4w9WgXcQ',
    'https://youtu.be./dQw4w9WgXcQ',
    'https://y\u043eutube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com\u3002evil.example/watch?v=dQw4w9WgXcQ',
    'https://google.evil/maps/place/x',
    'https://google.com.evil.example/maps/place/x',
    'https://evilgoogle.com/maps/place/x',
    // Malformed addresses, which the URL parser corrects.
    'https:\\\\youtu.be\\dQw4w9WgXcQ',
    'https://youtu.be\\dQw4w9WgXcQ',
    'https://youtu.be/dQw4\tw9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ and more',
    'https://youtu.be/dQw4w9\u0000WgXcQ',
    // Paths.
    'https://www.youtube.com/embed/../redirect?q=https://evil.example',
    'https://www.youtube.com/embed/dQw4w9WgXcQ/../../evil',
    'https://www.youtube.com/embed/dQw4w9WgXcQ%2f..%2fx',
    'https://www.youtube.com/embed/"onload=alert(1)',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ%22%20onload=alert(1)',
    'https://www.youtube.com/watch?v=dQw4w9WgXc',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQQ',
    'https://www.youtube.com/@bbcnews',
    'https://www.youtube.com/@bbcnews/12345678',
    'https://www.youtube.com/playlist',
    'https://x.com/NASA',
    'https://x.com/NASA/status/../../evil',
    'https://x.com/NASA/status/1e9',
    'https://bsky.app/profile/ada.example',
    'https://bsky.app/profile/..%2f..%2fx/post/3jzn6g7ixgq2y',
    'https://www.instagram.com/bbcnews/',
    'https://www.tiktok.com/@bbcnews',
    'https://open.spotify.com/user/ada',
    'https://soundcloud.com/discover/sets',
    'https://soundcloud.com/forss/likes',
    'https://datawrapper.dwcdn.net/',
    'https://app.flourish.studio/visualisation/1234567/edit',
    // Mastodon servers have names.
    'https://127.0.0.1/@ada/100254678717223630',
    'https://2130706433/@ada/100254678717223630',
    'https://0x7f.1/@ada/100254678717223630',
    'https://[::1]/@ada/100254678717223630',
    'https://localhost/@ada/100254678717223630',
    'https://medium.com/@ada/how-to-write-100254678717',
    'https://social.example/@ada/100254678717223630/../../evil',
    '',
    ' ',
    'https://',
    `${WATCH}&x=${'a'.repeat(2_100)}`,
  ])('refuses %j', (text) => {
    expect(parseEmbed(text)).toBeNull()
  })

  it('returns the same for its canonical address', () => {
    for (const [pasted] of ADDRESSES) {
      const embed = parseEmbed(pasted)
      expect(parseEmbed(embed?.address ?? '')).toEqual(embed)
    }
  })

  it('loads frames from hosts of the provider alone, with nothing from the text but letters, digits and a few signs', () => {
    const part = fc.constantFrom(
      ...'/ ? # & = @ : . .. % %2f %00 " \' < > \\ ; , youtu.be watch?v= dQw4w9WgXcQ status maps place @1,2 pb=! list='.split(
        ' ',
      ),
    )
    const hosts = Object.values(EMBED_PROVIDERS).flatMap(({ hosts }) => hosts)
    const host = fc.constantFrom(...hosts, 'www.google.com', 'social.example', 'evil.example')
    const path = fc.array(fc.oneof(part, fc.string({ maxLength: 8 }), fc.stringMatching(/^\d{5,9}$/)))
    fc.assert(
      fc.property(host, path, (host, path) => {
        const embed = parseEmbed(`https://${host}/${path.join('')}`)
        if (!embed) return
        const own = embed.provider === 'mastodon' ? host : PLAYER_HOSTS[embed.provider]
        expect(new URL(embed.player).host).toBe(own)
        expect(embed.player).toMatch(/^https:\/\/[\w./?=&%@:!#~*+,()-]+$/)
        expect(parseEmbed(embed.address)).toEqual(embed)
      }),
      { numRuns: 5_000 },
    )
  })
})

const PLAYER_HOSTS: Record<string, string> = {
  youtube: 'www.youtube-nocookie.com',
  vimeo: 'player.vimeo.com',
  x: 'platform.twitter.com',
  bluesky: 'embed.bsky.app',
  instagram: 'www.instagram.com',
  tiktok: 'www.tiktok.com',
  spotify: 'open.spotify.com',
  soundcloud: 'w.soundcloud.com',
  datawrapper: 'datawrapper.dwcdn.net',
  flourish: 'flo.uri.sh',
  'google-maps': 'www.google.com',
}

describe('shortAddressProvider', () => {
  it.each([
    ['https://vm.tiktok.com/ZMRQ8abc1/', 'tiktok'],
    ['https://www.tiktok.com/t/ZT8abc123/', 'tiktok'],
    ['https://maps.app.goo.gl/2kFqQ1abcXYZ', 'google-maps'],
    ['https://goo.gl/maps/2kFqQ1abcXYZ', 'google-maps'],
    ['https://on.soundcloud.com/abc12', 'soundcloud'],
    ['https://spotify.link/abc123XYZ', 'spotify'],
    ['https://goo.gl/2kFqQ1abcXYZ', null],
    ['http://vm.tiktok.com/ZMRQ8abc1/', null],
    ['https://vm.tiktok.com.evil.example/ZMRQ8abc1/', null],
    ['https://vm.tiktok.com/', null],
    [WATCH, null],
  ])('names that of %s: %s', (address, provider) => {
    expect(shortAddressProvider(address)).toBe(provider)
  })
})
