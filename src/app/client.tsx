import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { isOfficePath } from '#kernel/paths.ts'
import { loadOnInteraction, loadWhenIdle } from '#ui/load-when-idle.ts'

// Not within the evaluation of the file: if developer tools are connected, Chromium parses the file again for the stack
// trace of the first timer.
queueMicrotask(start)

/** Hydrates the page in steps, between which the browser handles input (decision 10). */
async function start() {
  await nextTask()
  adoptAddress()
  const router = await hydrateStart()
  await nextTask()
  startTransition(() => {
    hydrateRoot(document, <RouterProvider router={router} />)
  })
  addEventListener('online', () => {
    if (router.state.matches.some(({ status }) => status === 'error')) void router.invalidate()
  })
  const load = async () => (await import('./handle-failures.ts')).handleFailures()
  if (isOfficePath(location.pathname)) loadWhenIdle(load)
  else loadOnInteraction(load)
}

/**
 * A shared 404 page is rendered for another address of the same route. Without this, the
 * router would load the page again.
 */
function adoptAddress(): void {
  const match = window.$_TSR?.router?.matches.at(-1)
  const id = location.pathname.replace(/\/$/, '').replaceAll('/', '#')
  if (match?.s === 'notFound') match.i = match.i.replace(/(#\$\w*)(#article)?#404$/, (_, route) => route + id)
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
