import { type JSONContent, Node } from '@tiptap/core'
import type { Node as DocumentNode } from '@tiptap/pm/model'
import { AudioLines, Film } from 'lucide-react'
import { TEXT_LIMITS } from '#features/media/rules/file-form.ts'
import type { ChosenFile } from '#features/media/rules/library-file.ts'
import { uploadMediaPath, uploadNameOf } from '#features/media/rules/variant.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { attribute, type Block, type BlockSetting, FIGURE, isTextUpTo } from './block.ts'
import {
  EMAIL_CARD_WIDTH,
  EMAIL_LABEL_FONT,
  EMAIL_MUTED,
  readEmailCaption,
  type WriteEmail,
  writeEmailCard,
  writeEmailImage,
  writePlayLink,
} from './email-form.ts'
import { childNamed } from './email-tree.ts'
import { captionElement, isSide, writeCaption } from './image.ts'
import { writeHtml } from './write-html.ts'

type Kind = 'audio' | 'video'

const isUpload = (value: unknown) => typeof value === 'string' && uploadNameOf(value) !== undefined

/** A recording of the library. Its text is the caption. */
function recordingNode(kind: Kind) {
  return Node.create({
    ...FIGURE,
    name: kind,
    content: 'inline*',
    addAttributes: () => ({
      src: attribute(isUpload),
      credit: attribute(isTextUpTo(TEXT_LIMITS.credit), ''),
      ...(kind === 'video' && {
        width: attribute(isSide),
        height: attribute(isSide),
        poster: attribute(isUpload, ''),
      }),
    }),
    parseHTML: () => [
      {
        tag: `figure.${kind}`,
        priority: 61,
        getAttrs: (figure) => readFigure(kind, figure),
        contentElement: captionElement,
      },
    ],
    renderHTML: ({ node: { attrs } }) => [
      'figure',
      { class: kind, 'data-credit': attrs.credit || null },
      [kind, playerAttributes(kind, attrs)],
      ['figcaption', 0],
    ],
    addNodeView:
      () =>
      ({ node }) =>
        showPlayer(kind, node),
  })
}

function playerAttributes(kind: Kind, { src, width, height, poster }: DocumentNode['attrs']) {
  return kind === 'audio' ? { src } : { src, width, height, poster: poster || null }
}

function readFigure(kind: Kind, figure: HTMLElement) {
  const player = figure.querySelector(kind)
  const [src, poster] = ['src', 'poster'].map((name) => player?.getAttribute(name) ?? '')
  const [width, height] = ['width', 'height'].map((side) => Number(player?.getAttribute(side)))
  const isAlone = figure.querySelectorAll('img, table, figure, audio, video').length === 1
  if (!isAlone || !isUpload(src) || (kind === 'video' && !(isSide(width) && isSide(height)))) return false
  const credit =
    figure.querySelector('figcaption > cite')?.textContent ?? figure.getAttribute('data-credit') ?? ''
  const common = { src, credit: credit.slice(0, TEXT_LIMITS.credit) }
  return kind === 'audio' ? common : { ...common, width, height, poster: isUpload(poster) ? poster : '' }
}

/** Plays the file in the editor. */
function showPlayer(kind: Kind, node: DocumentNode) {
  const dom = Object.assign(document.createElement('figure'), { className: kind })
  const player = dom.appendChild(document.createElement(kind))
  player.controls = true
  const contentDOM = dom.appendChild(document.createElement('figcaption'))
  function update({ type, attrs }: DocumentNode): boolean {
    if (type.name !== node.type.name) return false
    if (player.getAttribute('src') !== attrs.src) player.src = attrs.src
    if (player instanceof HTMLVideoElement) {
      const poster = uploadNameOf(attrs.poster)
      player.width = attrs.width
      player.height = attrs.height
      player.preload = poster ? 'none' : 'metadata'
      if (poster)
        player.poster = uploadMediaPath({ upload: poster, ratio: 'full', width: 960, format: 'webp' })
      else player.removeAttribute('poster')
    } else player.preload = 'metadata'
    contentDOM.dataset.credit = attrs.credit
    return true
  }
  update(node)
  // The controls are not text.
  return { dom, contentDOM, update, stopEvent: ({ target }: Event) => target === player }
}

/** A card with the poster, which links to the page, where the recording can be played. */
function writeRecording(kind: Kind): WriteEmail {
  return (element, email) => {
    const player = element.name === kind ? element : childNamed(element, kind)
    if (!player) return undefined
    const { src = '', poster = '' } = player.attributes
    const image = email.images.get(poster)
    const label = kind === 'audio' ? phrase('Audio') : phrase('Video')
    const facts = [label, email.durations.get(src)].filter(Boolean).join(' · ')
    const caption = readEmailCaption(element, email)
    return writeEmailCard(
      (image ? writeEmailImage(image, { alt: label, pageUrl: email.pageUrl }, EMAIL_CARD_WIDTH) : '') +
        `<p style="margin:${image ? 8 : 0}px 0 0;font-family:${EMAIL_LABEL_FONT};font-size:13px;line-height:18px;color:${EMAIL_MUTED}">${escapeHtml(facts)}</p>` +
        (caption && `<p style="margin:4px 0 0">${caption}</p>`) +
        writePlayLink(kind, email),
      email,
    )
  }
}

function recordingBlock(kind: Kind, block: Pick<Block, 'label' | 'Icon' | 'initial'>): Block {
  const settings: BlockSetting[] = [
    { kind: 'text', attribute: 'credit', label: () => phrase('Credit'), maxLength: TEXT_LIMITS.credit },
  ]
  return {
    ...block,
    extensions: [recordingNode(kind)],
    settings:
      kind === 'video'
        ? [...settings, { kind: 'image', attribute: 'poster', label: () => phrase('Poster') }]
        : settings,
    markup: {
      figure: { classes: [kind] },
      [kind]: { attributes: kind === 'audio' ? ['src'] : ['src', 'width', 'height', 'poster'] },
      cite: {},
    },
    writeEmail: writeRecording(kind),
    writeHtml: {
      [kind]: ({ attrs }, [caption = '']) =>
        writeHtml(
          ['figure', { class: kind }, 0],
          writeHtml([kind, playerAttributes(kind, attrs)], '') + writeCaption(caption, attrs.credit),
        ),
    },
  }
}

export const audio = recordingBlock('audio', {
  label: () => phrase('Audio'),
  Icon: AudioLines,
  initial: { type: 'audio', attrs: { src: '/storage/article-images/audio.mp3' } },
})

export const video = recordingBlock('video', {
  label: () => phrase('Video'),
  Icon: Film,
  initial: { type: 'video', attrs: { src: '/storage/article-images/video.mp4', width: 1_280, height: 720 } },
})

/** Returns the block of a recording of the library, with its caption. */
export function recordingContent({ kind, src, width, height, caption, credit }: ChosenFile): JSONContent {
  return {
    type: kind,
    attrs: { src, credit, ...(kind === 'video' && { width, height }) },
    ...(caption && { content: [{ type: 'text', text: caption }] }),
  }
}
