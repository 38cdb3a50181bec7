import { type ReactNode, useState } from 'react'
import { place } from '#kernel/time/place.ts'

type Props = {
  name: string
  /** Images of other sites are not loaded. */
  imageUrl?: string | null
  badge?: ReactNode
  children?: ReactNode
}

export function Person({ name, imageUrl, badge, children }: Props) {
  return (
    <div className="flex min-w-0 items-start gap-3">
      <Avatar name={name} imageUrl={imageUrl} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="min-w-0 font-semibold wrap-anywhere">{name}</bdi>
          {badge}
        </p>
        {children}
      </div>
    </div>
  )
}

function Avatar({ name, imageUrl }: Pick<Props, 'name' | 'imageUrl'>) {
  return (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-ink text-13 font-semibold text-paper">
      <Portrait url={imageUrl}>
        <span aria-hidden>{firstLetter(name)}</span>
      </Portrait>
    </span>
  )
}

/** Fills its element. Without an image that can be loaded, shows the children. */
export function Portrait({ url, children }: { url?: string | null | undefined; children: ReactNode }) {
  const [failedUrl, setFailedUrl] = useState<string>()
  if (!url || !/^\/(?!\/)/.test(url) || failedUrl === url) return children
  return (
    <img
      src={url}
      alt=""
      width={32}
      height={32}
      onError={() => setFailedUrl(url)}
      className="size-full rounded-full object-cover"
    />
  )
}

/** Upper case; may consist of several characters. */
export function firstLetter(name: string): string {
  const { locale } = place()
  const [first] = new Intl.Segmenter(locale).segment(name)
  return first?.segment.toLocaleUpperCase(locale) ?? ''
}
