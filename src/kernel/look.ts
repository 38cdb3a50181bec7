/** The published look of the newspaper, in the form that pages, emails and feeds use (growth §1). */
export type ServedLook = {
  /** `#rrggbb`: backgrounds, on which white is readable, and text on light pages. */
  accent: string
  /** `#rrggbb`: text on dark pages. */
  darkAccent: string
  /** Empty for the default. */
  tagline: string
  footerLine: string
  /** The rules that differ from the readers' style sheet; empty for the default look. */
  css: string
  /** The address of the font that pages preload. Undefined for the default one, null for none. */
  font: string | null | undefined
  /** Paths of images, without their extensions `.avif` and `.png`; sizes in pixels. */
  wordmark: { path: string; width: number; height: number } | null
  /** The background of the header: the accent colour, or that of the page. */
  headerBackground: 'accent' | 'page'
  /** Changes with the icon, which always has the same address. Empty for the default one. */
  iconVersion: string
}

export const DEFAULT_ACCENT = '#a80f14'

export const DEFAULT_SERVED_LOOK: ServedLook = {
  accent: DEFAULT_ACCENT,
  darkAccent: '#ff8f87',
  tagline: '',
  footerLine: '',
  css: '',
  font: undefined,
  wordmark: null,
  headerBackground: 'accent',
  iconVersion: '',
}

let current = DEFAULT_SERVED_LOOK
let findPreviewed: () => ServedLook | undefined = () => undefined

/** Returns the look of this process, which serves one newspaper, or the one of the preview that is being rendered. */
export function servedLook(): ServedLook {
  return findPreviewed() ?? current
}

export function setServedLook(next: ServedLook): void {
  current = next
}

export function setPreviewedLook(find: typeof findPreviewed): void {
  findPreviewed = find
}
