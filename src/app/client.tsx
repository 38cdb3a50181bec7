import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { replaceBrokenImages } from '#features/articles/reader/replace-broken-images.ts'
import { loadLazyFeatures } from '#features/articles/reader/with-lazy-features.ts'
import { isAdminPath } from '#kernel/paths.ts'
import { fetchFromServer } from '#platform/http/fetch-from-server.ts'
import { loadOnInteraction } from '#ui/load-when-idle.ts'
import { pause } from '#ui/pause.ts'
import { loadToasts } from '#ui/toast.ts'
import { followPageLinks } from './follow-page-links.ts'

// With developer tools, Chromium would parse this file again for the stack trace of a timer set during its evaluation.
queueMicrotask(start)

/** Starts in steps, between which the browser handles input (decision 10). */
async function start() {
  // Screens of the admin area send requests once hydrated.
  if (isAdminPath(location.pathname)) loadInteractionCode().catch(() => {})
  else loadOnInteraction(loadInteractionCode)
  await pause(0)
  const { place, phrases } = document.documentElement.dataset
  if (place)
    await (await import('#features/language/load-language.ts')).loadLanguage(JSON.parse(place), phrases)
  adoptAddress()
  const router = await hydrateStart()
  // `createStart` would be larger and replace the default CSRF check.
  window.__TSS_START_OPTIONS__ = { ...window.__TSS_START_OPTIONS__, serverFns: { fetch: fetchFromServer } }
  followPageLinks(router)
  replaceBrokenImages()
  await pause(0)
  startTransition(() => {
    hydrateRoot(document, <RouterProvider router={router} />)
  })
  addEventListener('online', () => {
    if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
  })
}

/** Loads the code of toasts and of the article page's buttons while the network is available (decision 22). */
function loadInteractionCode(): Promise<unknown> {
  return Promise.all([loadToasts(), loadLazyFeatures()])
}

/** A shared 404 page was rendered for another address of its route: the router would load it again. */
function adoptAddress(): void {
  const match = window.$_TSR?.router?.matches.at(-1)
  const id = location.pathname.replace(/\/$/, '').replaceAll('/', '#')
  if (match?.s === 'notFound')
    match.i = match.i.replace(/(#\$\w*|#\{-\$\w*\})(#article)?#404$/, (_, route) => route + id)
}
