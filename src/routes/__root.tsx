import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Scripts } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import type { ReactNode } from 'react'
import { localeAttributes } from '#features/language/server/language.server.ts'
import { servedLook } from '#kernel/look.ts'
import { ErrorScreen } from '#ui/ErrorScreen.tsx'
import styles from '#ui/styles.css?url'

/** Browsers keep what the server has written, which depends on the look of the newspaper. */
const lookMeta = createIsomorphicFn().server(() => [{ name: 'theme-color', content: servedLook().accent }])

const lookLinks = createIsomorphicFn().server(() => {
  const { iconVersion } = servedLook()
  // A new icon has another address, since browsers keep icons long.
  const icon = (path: string) => (iconVersion ? `${path}?${iconVersion}` : path)
  return [
    { rel: 'icon', href: icon('/favicon.png'), type: 'image/png' },
    { rel: 'apple-touch-icon', href: icon('/apple-touch-icon.png') },
    { rel: 'manifest', href: '/manifest.webmanifest' },
  ]
})

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, viewport-fit=cover' },
      { title: 'Something went wrong' },
      ...(lookMeta() ?? []),
    ],
    links: [{ rel: 'stylesheet', href: styles }, ...(lookLinks() ?? [])],
  }),
  shellComponent: Document,
  errorComponent: RootError,
})

/** Browsers keep the attributes of the server. */
const serverAttributes = createIsomorphicFn().server(localeAttributes)

function Document({ children }: { children: ReactNode }) {
  return (
    <html suppressHydrationWarning {...serverAttributes()}>
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}

function RootError() {
  return (
    <main>
      <ErrorScreen />
    </main>
  )
}
