import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isOfficePath } from '#kernel/paths.ts'
import { loadOnInteraction } from '#ui/load-when-idle.ts'

// Outside of the file's evaluation: with developer tools connected, Chromium parses the file again for the stack
// trace of the first timer.
queueMicrotask(start)

/** Starts in steps, between which the browser handles input (decision 10). */
async function start() {
  const load = () => import('./handle-failures.ts')
  // The screens of the back office send requests as soon as they are hydrated.
  const loaded = isOfficePath(location.pathname) ? load().catch(() => {}) : undefined
  await nextTask()
  adoptAddress()
  const router = await hydrateStart()
  if (loaded) void (await loaded)?.handleFailures().catch(() => {})
  else loadOnInteraction(async () => (await load()).handleFailures())
  await nextTask()
  startTransition(() => {
    hydrateRoot(document, <RouterProvider router={router} />)
  })
  addEventListener('online', () => {
    if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
  })
}

/** A shared 404 page was rendered for another address of its route: the router would load it again. */
function adoptAddress(): void {
  const match = window.$_TSR?.router?.matches.at(-1)
  const id = location.pathname.replace(/\/$/, '').replaceAll('/', '#')
  if (match?.s === 'notFound') match.i = match.i.replace(/(#\$\w*)(#article)?#404$/, (_, route) => route + id)
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
