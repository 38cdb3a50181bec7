import { loadLazyFeatures } from '#features/articles/reader/with-lazy-features.ts'
import { fetchFromServer } from '#platform/http/fetch-from-server.ts'
import { loadToasts } from '#ui/toast.ts'

/** Prepares the page for failures while the network is available (decision 22): requests at once. */
export async function handleFailures(): Promise<void> {
  // `createStart` would be larger and replace the default CSRF check.
  window.__TSS_START_OPTIONS__ = { ...window.__TSS_START_OPTIONS__, serverFns: { fetch: fetchFromServer } }
  await Promise.all([loadToasts(), loadLazyFeatures()])
}
