import { mapElements } from '#kernel/text/map-elements.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'
import { readImage } from './embed.ts'
import { EMBED_PROVIDERS, type Embed, parseEmbed } from './embed-providers.ts'

/**
 * Adds their preview images to the embeds of a text, and the addresses of their players, which
 * features/blocks/reader/embed-players.ts loads when the reader wishes.
 *
 * @param html sanitised
 */
export function showEmbeds(html: string): string {
  return mapElements(html, 'figure', (figure) =>
    figure.includes('data-address="') ? showEmbed(figure) : figure,
  )
}

function showEmbed(figure: string): string {
  const end = figure.indexOf('>') + 1
  let start = figure.slice(0, end)
  walkHtml(start, {
    open(_, attributes) {
      const embed = attributes.class === 'embed' ? parseEmbed(attributes['data-address'] ?? '') : null
      if (embed) start = writeStart(embed, attributes)
    },
  })
  return start + figure.slice(end)
}

function writeStart(embed: Embed, stored: Readonly<Record<string, string>>): string {
  const { kind, provider, player, frame } = embed
  const size = 'ratio' in frame ? `aspect-ratio:${frame.ratio.join('/')}` : `height:${frame.height}px`
  const attributes = {
    class: `embed embed-${kind}`,
    'data-address': embed.address,
    'data-provider': EMBED_PROVIDERS[provider].name,
    'data-player': player,
    'data-size': size,
  }
  const { image, imageWidth, imageHeight } = readImage({ getAttribute: (name) => stored[name] })
  const img = { src: image, alt: '', width: imageWidth, height: imageHeight, loading: 'lazy' }
  return `<figure${write(attributes)}>${image && `<img${write(img)}>`}`
}

function write(attributes: Record<string, string | number>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join('')
}

/** The sources of frames that the Content-Security-Policy of a page with this text allows. */
export function embedSources(shown: string): { 'frame-src': string[] } {
  const players = shown.matchAll(/ data-player="(https:\/\/[a-z\d.-]+)\//g)
  return { 'frame-src': [...new Set(Array.from(players, ([, origin = '']) => origin))] }
}
