import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'

/** Loaded when first shown, or by `preload`. If that fails, `Fallback` is shown. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: () => ReactNode = NotLoaded,
) {
  let loaded: ComponentType<Props> | undefined

  async function preload(): Promise<ComponentType<Props>> {
    loaded = await load()
    return loaded
  }

  const Lazy = lazy(async () => ({
    default: await preload().catch((): ComponentType<Props> => Fallback),
  })) as unknown as ComponentType<Props>

  function LazyComponent(props: Props) {
    // React would show the Suspense fallback for 300 ms, even if it has loaded.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Component {...props} />
  }

  return Object.assign(LazyComponent, { preload })
}

function NotLoaded() {
  return (
    <p role="alert" className="text-13 text-muted">
      {phrase('This part of the screen could not be loaded. Please reload the page when you are online.')}
    </p>
  )
}
