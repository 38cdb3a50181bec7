import { type ComponentType, lazy } from 'react'

/** A component that loads when it is first shown. If that fails, a notice takes its place, not the screen's. */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({
    default: await load().catch((): ComponentType<Props> => NotLoaded),
  }))
}

function NotLoaded() {
  return (
    <p role="alert" className="text-13 text-muted">
      This part of the screen could not be loaded. Please reload the page when you are online.
    </p>
  )
}
