import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { requireCapability } from '#features/accounts/require-capability.functions.ts'
import { type DiskState, diskMonitor } from '#platform/files/disk-space.server.ts'

const getDiskState = createServerFn({ method: 'GET' })
  .middleware([requireCapability('admin.open')])
  .handler((): DiskState => {
    const monitor = diskMonitor()
    if (monitor?.stateOf('database') === 'full') return 'full'
    return monitor?.disks.some(({ state }) => state !== 'enough') ? 'low' : 'enough'
  })

/** Separate from the settings' functions, which only their screens load. A change resets the live stream, so that all queries are fetched again. */
export const diskStateQuery = queryOptions({
  queryKey: ['admin', 'disk'],
  queryFn: () => getDiskState(),
  meta: { tags: ['settings'] },
})
