import type { ToastMessage } from './render-toast.tsx'

/** Load early: the message about a lost network could not load its code. */
export const loadToasts = () => import('./render-toast.tsx')

/** Announced politely. Does nothing if the lazy code fails to load. */
export async function showToast(message: ToastMessage): Promise<void> {
  try {
    const { renderToast } = await loadToasts()
    await renderToast(message)
  } catch {}
}
