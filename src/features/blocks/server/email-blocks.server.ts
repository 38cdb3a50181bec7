import { formatDuration } from '#features/media/rules/media-kind.ts'
import { EMAIL_IMAGE, uploadMediaPath, uploadNameOf } from '#features/media/rules/variant.ts'
import { findShownImages } from '#features/media/server/shown-image.server.ts'
import { findShownRecordings } from '#features/media/server/shown-recording.server.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { EmailData, EmailImage } from '../rules/email-form.ts'
import { readImage } from '../rules/embed.ts'
import { MAX_RELATED } from '../rules/related.ts'
import { findRelatedArticles } from './related-articles.server.ts'

type BlockData = Pick<EmailData, 'images' | 'durations' | 'headlines'>

/** Finds what the blocks of a sanitised text show in an email. */
export async function findEmailData(db: Db, html: string, origin: string): Promise<BlockData> {
  const images = new Set<string>()
  const recordings = new Set<string>()
  const related = new Set<string>()
  const embedImages = new Map<string, EmailImage>()
  walkHtml(html, {
    open(name, attributes) {
      const { src = '', poster = '' } = attributes
      if (name === 'img') images.add(src)
      if (name === 'video') images.add(poster)
      if (name === 'video' || name === 'audio') recordings.add(src)
      if (name === 'aside') related.add(attributes['data-article'] ?? '')
      const {
        image,
        imageWidth: width,
        imageHeight: height,
      } = readImage({
        getAttribute: (key) => attributes[key],
      })
      const upload = uploadNameOf(image)
      if (upload)
        embedImages.set(image, { url: origin + uploadMediaPath({ upload, ...EMAIL_IMAGE }), width, height })
    },
  })
  const [shownImages, shownRecordings, articles] = await Promise.all([
    findShownImages(db, [...images]),
    findShownRecordings(db, [...recordings]),
    findRelatedArticles(db, [...related].filter(isUuid).slice(0, MAX_RELATED)),
  ])
  const libraryImages = Array.from(shownImages, ([address, { name, key, width, height }]) => {
    const url = origin + uploadMediaPath({ upload: name, key, ...EMAIL_IMAGE })
    return [address, { url, width, height }] as const
  })
  return {
    images: new Map([...embedImages, ...libraryImages]),
    durations: new Map(Array.from(shownRecordings, ([src, { duration }]) => [src, formatDuration(duration)])),
    headlines: new Map(Array.from(articles, ([id, { title, path }]) => [id, { title, url: origin + path }])),
  }
}
