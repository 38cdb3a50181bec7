import { type ComponentType, lazy, type ReactNode } from 'react'

/** A component that loads when it is first shown. If that fails, `Fallback` takes its place, by default a notice. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: () => ReactNode = NotLoaded,
) {
  return lazy(async () => ({
    default: await load().catch((): ComponentType<Props> => Fallback),
  }))
}

function NotLoaded() {
  return (
    <p role="alert" className="text-13 text-muted">
      This part of the screen could not be loaded. Please reload the page when you are online.
    </p>
  )
}
