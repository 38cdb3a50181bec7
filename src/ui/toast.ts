import type { ToastMessage } from './render-toast.tsx'

/** Called early, since a message about the lost network could not load its code any more. */
export const loadToasts = () => import('./render-toast.tsx')

/** Shows a message and announces it politely. Does nothing if the lazy code fails to load. */
export async function showToast(message: ToastMessage): Promise<void> {
  try {
    const { renderToast } = await loadToasts()
    await renderToast(message)
  } catch {}
}
