import type { PublicSettings } from '#features/site/rules/public-settings.ts'

const ICON = { type: 'image/png' }

/** W3C web app manifest */
export function webManifest({ siteName, siteDescription }: PublicSettings): object {
  return {
    id: '/',
    name: siteName,
    short_name: siteName,
    description: siteDescription,
    lang: 'en-GB',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#a80f14',
    background_color: '#ffffff',
    categories: ['news'],
    icons: [
      { ...ICON, src: '/icon-192.png', sizes: '192x192' },
      { ...ICON, src: '/favicon.png', sizes: '512x512' },
      { ...ICON, src: '/icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'Latest', url: '/news' },
      { name: 'Reading List', url: '/bookmarks' },
    ],
  }
}
