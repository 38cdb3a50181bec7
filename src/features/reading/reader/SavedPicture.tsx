import { useState } from 'react'

/** A variant of a picture of ours, on this site. */
const OUR_PICTURE = /^\/media(?:\/[\w-]+){3}\.\w+$/

type Props = { imageUrl: string; className: string }

/** The picture of a bookmark; one that stands elsewhere, or is gone, becomes the placeholder. */
export function SavedPicture({ imageUrl, className }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isShown = OUR_PICTURE.test(imageUrl) && imageUrl !== brokenUrl
  return (
    <img
      src={isShown ? imageUrl : '/placeholder.svg'}
      alt=""
      width={480}
      height={320}
      loading="lazy"
      decoding="async"
      onError={() => setBrokenUrl(imageUrl)}
      className={`bg-wash object-cover ${className}`}
    />
  )
}
