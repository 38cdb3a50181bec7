import { createFileRoute } from '@tanstack/react-router'
import styles from '#ui/office/admin.css?url'

/** Everything of the back office, with and without its frame. No search engine keeps it. */
export const Route = createFileRoute('/_office')({
  head: () => ({
    meta: [{ name: 'robots', content: 'noindex, nofollow' }],
    links: [{ rel: 'stylesheet', href: styles }],
  }),
})
