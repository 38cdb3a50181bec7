import { createFileRoute } from '@tanstack/react-router'
import { OfficeError } from '#features/shell/office/OfficeError.tsx'
import styles from '#ui/office/admin.css?url'

/** The back office, which is not indexed. */
export const Route = createFileRoute('/_office')({
  head: () => ({
    meta: [{ name: 'robots', content: 'noindex, nofollow' }],
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  errorComponent: OfficeError,
})
