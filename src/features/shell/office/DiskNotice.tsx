import { useQuery } from '@tanstack/react-query'
import { diskStateQuery } from '#features/site/disk-state.functions.ts'

const NOTICES = {
  low: {
    title: 'The disk of the server is almost full.',
    text: 'Articles can be saved and published, but images cannot be uploaded and feeds are not fetched until there is more space. Contact the operator of the site.',
  },
  full: {
    title: 'The disk of the server is full.',
    text: 'Nothing can be saved until there is more space; readers still see the site. Text that you write in an article is kept on this device and saved later. Contact the operator of the site.',
  },
}

/** A notice above each screen while the disk of the server has too little space. */
export function DiskNotice() {
  const { data: state = 'enough' } = useQuery(diskStateQuery)
  if (state === 'enough') return null
  const { title, text } = NOTICES[state]
  return (
    <div role="alert" className="border-y border-s-4 border-danger bg-paper px-4 py-3 text-14">
      <strong className="font-semibold">{title}</strong> <span className="text-muted">{text}</span>
    </div>
  )
}
