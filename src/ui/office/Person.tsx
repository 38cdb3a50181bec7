import { type ReactNode, useState } from 'react'

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
      <Avatar key={imageUrl} name={name} imageUrl={imageUrl} />
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
  const [isBroken, setIsBroken] = useState(false)
  if (imageUrl && /^\/(?!\/)/.test(imageUrl) && !isBroken) {
    return (
      <img
        src={imageUrl}
        alt=""
        width={32}
        height={32}
        onError={() => setIsBroken(true)}
        className="size-8 shrink-0 rounded-full object-cover"
      />
    )
  }
  return (
    <span
      aria-hidden
      className="grid size-8 shrink-0 place-items-center rounded-full bg-ink text-13 font-semibold text-paper"
    >
      {firstLetter(name)}
    </span>
  )
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter('en-GB').segment(name)
  return first?.segment.toLocaleUpperCase('en-GB') ?? ''
}
