import { imageAddress } from '#features/media/rules/library-file.ts'
import { formatDuration, kindOf } from '#features/media/rules/media-kind.ts'
import { findShownImages, type ShownImage } from '#features/media/server/shown-image.server.ts'
import { findShownRecordings, type ShownRecording } from '#features/media/server/shown-recording.server.ts'
import type { ArticleRecording } from '#kernel/article.ts'
import { numberFormat } from '#kernel/format-count.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { directionOf } from '#kernel/text/text-direction.ts'
import { place } from '#kernel/time/place.ts'
import type { Db } from '#platform/database/db.server.ts'

/** As the sanitiser writes what features/blocks/rules/recording.ts writes. */
const FIGURE =
  /<figure class="(audio|video)"><\1 ([^<>]*)><\/\1>(?:<figcaption>((?:(?!<\/?figcaption>)[\s\S])*)<\/figcaption>)?<\/figure>/g

type Figure = {
  file: ShownRecording
  poster: ShownImage | undefined
  /** HTML. */
  caption: string
}

/**
 * Shows the recordings of a sanitised text with their posters, captions and transcripts. Files that the library does not have
 * stay as they are.
 *
 * @param query is appended to the addresses
 * @returns `recordings` for the structured data
 */
export async function showRecordings(
  db: Db,
  html: string,
  query = '',
): Promise<{ html: string; recordings: ArticleRecording[] }> {
  const recordings: ArticleRecording[] = []
  const shown = await replaceFigures(db, html, (figure) => {
    recordings.push(toArticleRecording(figure))
    return writeFigure(figure, query)
  })
  return { html: shown, recordings }
}

/** Gives the recordings of a sanitised text one address each, for feeds. */
export function linkRecordings(db: Db, html: string): Promise<string> {
  return replaceFigures(db, html, (figure) => {
    const { file, caption } = figure
    const kind = kindOf(file.mime)
    const fallback = `<a href="${file.src}">${kindLabel(kind)}</a>`
    const player = `<${kind}${playerAttributes(figure)} controls>${fallback}</${kind}>`
    return `<figure>${player}${caption && `<figcaption>${caption}</figcaption>`}</figure>`
  })
}

async function replaceFigures(db: Db, html: string, write: (figure: Figure) => string): Promise<string> {
  const found = [...html.matchAll(FIGURE)].map(([, , attributes = '']) => attributes)
  if (found.length === 0) return html
  const [files, posters] = await Promise.all([
    findShownRecordings(
      db,
      found.map((attributes) => read(attributes, 'src')),
    ),
    findShownImages(
      db,
      found.map((attributes) => read(attributes, 'poster')),
    ),
  ])
  return html.replace(FIGURE, (all, kind: string, attributes: string, caption = '') => {
    const file = files.get(read(attributes, 'src'))
    if (!file || kindOf(file.mime) !== kind) return all
    return write({ file, poster: posters.get(read(attributes, 'poster')), caption })
  })
}

const ADDRESSES = { src: /(?:^| )src="([^"]*)"/, poster: /(?:^| )poster="([^"]*)"/ }

function read(attributes: string, name: keyof typeof ADDRESSES): string {
  return ADDRESSES[name].exec(attributes)?.[1] ?? ''
}

function kindLabel(kind: ReturnType<typeof kindOf>): string {
  if (kind === 'image') return phrase('Image')
  return kind === 'audio' ? phrase('Audio') : phrase('Video')
}

function playerAttributes({ file: { src, width, height, mime }, poster }: Figure, query = ''): string {
  if (kindOf(mime) === 'audio') return ` src="${src}${query}"`
  const image = poster ? ` poster="${imageAddress(poster, 1_280)}${query}"` : ''
  return ` src="${src}${query}" width="${width}" height="${height}"${image}`
}

/** Without a poster, the first frame is shown. */
function writeFigure(figure: Figure, query: string): string {
  const { file, poster, caption } = figure
  const { src, mime, duration, bytes, hasCaptions, transcript } = file
  const kind = kindOf(mime)
  const name = escapeHtml(titleOf(caption) || kindLabel(kind))
  const preload = poster || kind === 'audio' ? 'none' : 'metadata'
  const track =
    hasCaptions && kind === 'video'
      ? `<track kind="captions" label="${phraseHtml('Captions')}" src="${src}.vtt${query}">`
      : ''
  const player = `<${kind}${playerAttributes(figure, query)} controls preload="${preload}"${kind === 'video' ? ' playsinline' : ''} aria-label="${name}">${track}</${kind}>`
  const facts = [formatDuration(duration), formatSize(bytes)].filter(Boolean).join(', ')
  const download = kind === 'audio' ? phrase('Download audio') : phrase('Download video')
  const link = `<p class="file-link"><a href="${src}${query}" download>${escapeHtml(download)}</a> (${facts})</p>`
  return `<figure class="${kind}">${player}<figcaption>${caption}${link}${writeTranscript(transcript)}</figcaption></figure>`
}

const KILOBYTE = 1_000
const MEGABYTE = 1_000_000

/** "900 kB" or "3.4 MB", in the format of the newspaper. */
function formatSize(bytes: number): string {
  const [unit, size] = bytes < MEGABYTE ? ['kilobyte', KILOBYTE] : ['megabyte', MEGABYTE]
  return numberFormat(place().locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size)
}

/** The caption without the credit. */
function titleOf(caption: string): string {
  return htmlToText(caption.replace(/<cite>[^<>]*<\/cite>$/, ''))
}

function writeTranscript(transcript: string): string {
  if (!transcript) return ''
  const paragraphs = transcript.split('\n\n').map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
  return `<details class="transcript"><summary>${phraseHtml('Transcript')}</summary><div dir="${directionOf(transcript)}">${paragraphs.join('')}</div></details>`
}

function toArticleRecording({ file, poster, caption }: Figure): ArticleRecording {
  return {
    kind: kindOf(file.mime) === 'audio' ? 'audio' : 'video',
    name: titleOf(caption),
    path: file.src,
    ...(poster && { posterPath: imageAddress(poster, 1_280) }),
    type: file.mime,
    seconds: file.duration,
    uploadedAt: file.createdAt.toISOString(),
  }
}
