import type { ToastMessage } from './render-toast.tsx'

/** Shows a message and announces it politely. Does nothing if the lazy code fails to load. */
export async function showToast(message: ToastMessage): Promise<void> {
  try {
    const { renderToast } = await import('./render-toast.tsx')
    await renderToast(message)
  } catch {}
}
