import { createIsomorphicFn } from '@tanstack/react-start'
import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import { FrontContainers } from './FrontContainers.tsx'

/**
 * Loaded with the first front that has containers. Nothing else may refer to `FrontContainers`, not even a type: the
 * compiler would keep its import.
 */
const Containers = createIsomorphicFn()
  .server((): ComponentType<ComponentProps<typeof FrontContainers>> => FrontContainers)
  .client(() => lazy(async () => ({ default: (await import('./FrontContainers.tsx')).FrontContainers })))()

export function LazyFrontContainers(props: ComponentProps<typeof Containers>) {
  if (props.containers.length === 0) return null
  return (
    <Suspense>
      <Containers {...props} />
    </Suspense>
  )
}
