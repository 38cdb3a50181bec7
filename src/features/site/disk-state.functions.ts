import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { type DiskState, diskMonitor } from '#platform/disk-space.server.ts'

const getDiskState = createServerFn({ method: 'GET' })
  .middleware([requireCapability('office.open')])
  .handler((): DiskState => {
    const monitor = diskMonitor()
    if (monitor?.stateOf('database') === 'full') return 'full'
    return monitor?.disks.some(({ state }) => state !== 'enough') ? 'low' : 'enough'
  })

/**
 * Separate from the functions of the settings, which only their screens load. When the state of a disk changes, the
 * server resets the live stream, and all queries are fetched again.
 */
export const diskStateQuery = queryOptions({
  queryKey: ['admin', 'disk'],
  queryFn: () => getDiskState(),
  meta: { tags: ['settings'] },
})
