import { useState } from 'react'

/** A variant of an image of ours, on this site. */
const OUR_IMAGE = /^\/media(?:\/[\w-]+){3}\.\w+$/

type Props = { imageUrl: string; className: string }

/** The image of a bookmark; one that stands elsewhere, or is gone, becomes the placeholder. */
export function SavedImage({ imageUrl, className }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  const isShown = OUR_IMAGE.test(imageUrl) && imageUrl !== brokenUrl
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
