import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'

start()

/** Hydrates the page in steps, between which the browser handles input (decision 10). */
async function start() {
  await nextTask()
  const router = await hydrateStart()
  await nextTask()
  startTransition(() => {
    hydrateRoot(document, <RouterProvider router={router} />)
  })
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
