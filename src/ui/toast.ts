import type { ToastMessage } from './draw-toast.tsx'

/** Shows a message and announces it politely. Does nothing if the lazy code fails to load. */
export async function showToast(message: ToastMessage): Promise<void> {
  try {
    const { drawToast } = await import('./draw-toast.tsx')
    await drawToast(message)
  } catch {}
}
