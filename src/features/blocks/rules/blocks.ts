import type { AnyExtension } from '@tiptap/core'
import type { Block, Markup } from './block.ts'
import { chart } from './chart.ts'
import { divider } from './divider.ts'
import { BlockKeys } from './edit-blocks.ts'
import { embed } from './embed.ts'
import { factBox } from './fact-box.ts'
import { gallery } from './gallery.ts'
import { image } from './image.ts'
import { pastedImage } from './pasted-image.ts'
import { pullQuote } from './pull-quote.ts'
import { audio, video } from './recording.ts'
import { related } from './related.ts'
import { table } from './table.ts'

/** In the order of the block menu. */
export const BLOCKS: readonly Block[] = [
  image,
  gallery,
  video,
  audio,
  embed,
  related,
  pullQuote,
  factBox,
  table,
  chart,
  divider,
  pastedImage,
]

export const BLOCK_EXTENSIONS: readonly AnyExtension[] = [
  ...new Set(BLOCKS.flatMap(({ extensions }) => extensions)),
  BlockKeys,
]

const MARKED_TAGS = new Set(BLOCKS.flatMap(({ markup = {} }) => Object.keys(markup)))

/** The elements that the blocks write, for the sanitiser. */
export const BLOCK_MARKUP: Markup = Object.fromEntries(
  [...MARKED_TAGS].map((tag) => [
    tag,
    {
      classes: BLOCKS.flatMap(({ markup }) => markup?.[tag]?.classes ?? []),
      attributes: BLOCKS.flatMap(({ markup }) => markup?.[tag]?.attributes ?? []),
    },
  ]),
)
