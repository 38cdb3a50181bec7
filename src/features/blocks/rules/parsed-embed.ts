export type EmbedKind = 'video' | 'audio' | 'post' | 'graphic' | 'map'

/** The size of the frame: a ratio of the column's width, or pixels. */
export type EmbedFrame = { ratio: readonly [width: number, height: number] } | { height: number }

export type ParsedEmbed = {
  kind: EmbedKind
  /** Canonical, without tracking; `parseEmbed` returns the same for it. */
  address: string
  /** For readers, where it is not `address`. */
  link?: string
  /** Loaded into a frame. */
  player: string
  frame: EmbedFrame
}
