import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url'
import { createIsomorphicFn } from '@tanstack/react-start'
import { servedLook } from '#kernel/look.ts'

/** Preloads the font of the look. Browsers keep what the server has written. */
export const fontLinks = createIsomorphicFn().server(() => {
  const { font = newsreader } = servedLook()
  return font
    ? [{ rel: 'preload', href: font, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const }]
    : []
})
